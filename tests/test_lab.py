"""JupyterLab: how it is started, and one real start without a browser."""

from __future__ import annotations

import argparse
import ast
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.blocking import BlockingKernelClient

from course_helpers.commands import lab
from course_helpers.errors import CourseError
from course_helpers.lessons import lesson_file, lessons
from course_helpers.paths import NOTEBOOKS, ROOT


def arguments(**changes: object) -> argparse.Namespace:
    return argparse.Namespace(**{"lesson": None, "port": None, "no_browser": True} | changes)


@pytest.fixture
def taken_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_port_that_is_taken_is_told_before_anything_starts(taken_port):
    with pytest.raises(CourseError, match=f"^Port {taken_port} is taken"):
        lab.run(arguments(port=taken_port))


def test_lesson_that_does_not_exist_is_told_before_anything_starts():
    with pytest.raises(CourseError, match="No lesson 99 in notebooks"):
        lab.run(arguments(lesson="99"))


def test_port_asked_for_is_the_only_one_tried():
    notebook = NOTEBOOKS / "01_stateless_calls.ipynb"
    assert {"--ServerApp.port=9001", "--ServerApp.port_retries=0"} <= set(lab.options(notebook, 9001, True))
    assert {"--ServerApp.port=8888", "--ServerApp.port_retries=50"} <= set(lab.options(notebook, None, True))


def test_browser_opens_on_the_notebook_unless_told_not_to():
    notebook = NOTEBOOKS / "02_x.ipynb"
    options = lab.options(notebook, None, True)
    assert "--LabApp.default_url=/lab/tree/notebooks/02_x.ipynb" in options
    assert "--ServerApp.open_browser=True" in options
    assert "--ServerApp.open_browser=False" in lab.options(notebook, None, False)


def test_a_persons_own_python_finds_the_course_in_its_kernels(tmp_path, monkeypatch):
    monkeypatch.setattr(lab.bootstrap, "inside", lambda: False)
    monkeypatch.setenv("PYTHONPATH", "/mine")
    assert lab.environment(tmp_path)["PYTHONPATH"] == f"{ROOT}{os.pathsep}/mine"
    monkeypatch.setattr(lab.bootstrap, "inside", lambda: True)
    assert "PYTHONPATH" not in lab.environment(tmp_path)


# --- One real start ----------------------------------------------------------------------------------------


def home_of_somebody_else(folder: Path) -> Path:
    """A home with settings of Jupyter and IPython that would break the course if they counted."""
    settings = {
        "PasswordIdentityProvider": {"hashed_password": "argon2:no", "password_required": True},
        "ServerApp": {"base_url": "/elsewhere/", "ip": "0.0.0.0", "root_dir": str(folder)},
    }
    kernel = {"argv": ["false", "{connection_file}"], "display_name": "Foreign", "language": "python"}
    for name, content in {
        ".jupyter/jupyter_server_config.json": settings,
        ".local/share/jupyter/kernels/python3/kernel.json": kernel,
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(content))
    return folder


class Lab:
    """A running JupyterLab and what it answers."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/lab/tree/\S+)\?token=(\w{40,})", address)
        assert found, address
        self.port, self.path, self.token = int(found[1]), found[2], found[3]

    def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> tuple[int, Any]:
        """The status and the JSON, or the text, of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Authorization": f"token {self.token if token is None else token}"}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        isjson = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(text) if isjson else text


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to it")
def test_lab_starts_and_stops(tmp_path, taken_port):
    """One test, because a start takes seconds."""
    course = tmp_path / "köln tëst dir"
    for part in ("course_helpers", "notebooks"):
        shutil.copytree(ROOT / part, course / part, ignore=shutil.ignore_patterns("__pycache__"))
    home = home_of_somebody_else(tmp_path / "home")
    environment = os.environ | {"HOME": str(home), "COURSE_NO_BOOTSTRAP": "1", "JUPYTER_TOKEN": "guessed"}
    environment["TMPDIR"] = str(tmp_path)
    environment["JUPYTER_PATH"] = str(home / ".local" / "share" / "jupyter")
    process = subprocess.Popen(
        [sys.executable, "-m", "course_helpers", "lab", "--no-browser"],
        cwd=course,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        running = Lab(process, process.stdout.readline().removeprefix("JupyterLab: ").strip())
        kernel = _answers(running)
        # The kernel is this Python's, not that of the person's home, and finds the course.
        file = next(tmp_path.glob(f"course-lab-*/runtime/kernel-{kernel}.json"))
        expression = "(sys.executable, course_helpers.__file__, os.getpid())"
        python, package, kernel_process = _evaluate(file, expression)
        assert (python, package) == (sys.executable, str(course / "course_helpers" / "__init__.py"))
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=10)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, err) == (0, "")
    assert not _alive(kernel_process)


def _answers(running: Lab) -> str:
    """Check what it answers. Returns the id of a kernel that it was asked to start."""
    first = lesson_file(NOTEBOOKS, lessons()[0])
    assert running.path == f"/lab/tree/notebooks/{first.name}"
    assert running.ask("GET", running.path)[0] == 200
    assert running.ask("GET", f"/api/contents/notebooks/{first.name}?content=0")[0] == 200
    for wrong in ("guessed", ""):
        assert running.ask("GET", "/api/contents", token=wrong)[0] == 403

    # The question about news is answered, and nothing looks for updates or extensions.
    plugin = "/lab/api/settings/@jupyterlab/apputils-extension:notification"
    properties = running.ask("GET", plugin)[1]["schema"]["properties"]
    assert properties["fetchNews"]["default"] == "false"
    assert properties["checkForUpdates"]["default"] is False
    assert running.ask("GET", "/lab/api/update")[1]["notification"] is None
    extensions = json.loads(re.search(r'"extensionManager": (\{.*?\})', running.ask("GET", "/lab")[1])[1])
    assert (extensions["name"], extensions["can_install"]) == ("read-only", False)

    status, kernel = running.ask("POST", "/api/kernels", {"name": "python3"})
    assert status == 201
    return str(kernel["id"])


def _evaluate(connection_file: Path, expression: str) -> Any:
    """The value of an expression in a running kernel."""
    client = BlockingKernelClient(connection_file=str(connection_file))
    client.load_connection_file()
    client.start_channels(hb=False)  # it would count a kernel that is still starting as dead
    try:
        client.wait_for_ready(timeout=30)
        reply = client.execute(
            "import course_helpers, os, sys", user_expressions={"it": expression}, reply=True, timeout=10
        )
    finally:
        client.stop_channels()
    return ast.literal_eval(reply["content"]["user_expressions"]["it"]["data"]["text/plain"])


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
