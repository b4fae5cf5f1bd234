"""`bench`: measure."""

from __future__ import annotations

import argparse
import importlib


def run(args: argparse.Namespace) -> int:
    importlib.import_module(f"course_helpers.bench.{args.name}").run()
    return 0
