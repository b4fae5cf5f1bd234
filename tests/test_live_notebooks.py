"""Every lesson in live mode: a second gateway stands for the real model, under pytest --nbval-lax."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from gateways import gateway

from course_helpers.gateway import offline_model
from course_helpers.paths import NOTEBOOKS, ROOT

pytestmark = pytest.mark.kernels


def test_every_lesson_runs_in_live_mode():
    with gateway(offline_model.answer) as real:
        environment = {
            **os.environ,
            "COURSE_MODEL": "real-model",
            "COURSE_BASE_URL": real.url,
            "COURSE_API_KEY": real.key,
        }
        options = ["-q", "--nbval-lax", "-p", "no:cacheprovider", str(NOTEBOOKS)]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stdout[-3_000:]
        asked = real.log.last()
        assert asked is not None
        assert asked.model == "real-model"
