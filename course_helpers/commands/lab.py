"""python -m course_helpers lab: JupyterLab on a lesson, the same on every machine.

It listens on 127.0.0.1 only, with a token, and sends nothing to any other machine. Settings of a JupyterLab
that the person uses for other work (a password, extensions, kernels of the same name) have no effect on it,
and it has none on them: its own are in .venv.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from course_helpers import bootstrap
from course_helpers.errors import CourseError
from course_helpers.lessons import lesson_file, lessons
from course_helpers.paths import NOTEBOOKS, ROOT, VENV

# The question whether to fetch news would stand over the lesson, and both would ask jupyter.org.
SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}


def run(args: argparse.Namespace) -> int:
    """Start JupyterLab and stay until it is stopped by Ctrl-C or SIGTERM. Returns the exit code, 0.

    args: lesson ("01", or None for the first), port (a number, or None), no_browser. Raises CourseError if
    there is no such lesson or the port asked for is taken.
    """
    lesson = args.lesson or next(iter(lessons()), "01")
    notebook = lesson_file(NOTEBOOKS, lesson)
    if args.port and not _is_free(args.port):
        raise CourseError(
            f"Port {args.port} is taken. Choose another: --port {args.port + 1}, or leave --port out."
        )
    if bootstrap.inside():
        return _start(notebook, args, VENV / "share" / "course")
    with tempfile.TemporaryDirectory(prefix="course-lab-") as folder:
        return _start(notebook, args, Path(folder))


def _start(notebook: Path, args: argparse.Namespace, own: Path) -> int:
    with suppress(OSError):  # a folder that may not be written to: JupyterLab works without them
        write_settings(own)
    os.environ.update(environment(own))
    # What a notebook must not meet by accident: before start() has run, a client would use them.
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        os.environ.pop(name, None)
    for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_NO_CONFIG", "JUPYTER_PLATFORM_DIRS"):
        os.environ.pop(name, None)
    # Jupyter also reads settings from the folder that it is started in.
    os.chdir(ROOT)

    from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]

    server = LabApp.initialize_server(argv=options(notebook, args.port, open_browser=not args.no_browser))

    def stop(number: int, frame: object) -> None:
        server.stop(from_signal=True)

    # Jupyter's own answer to Ctrl-C is a question on a terminal; without one it leaves the kernels behind.
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)

    def tell() -> None:
        path = f"/lab/tree/{notebook.relative_to(ROOT).as_posix()}"
        address = f"http://127.0.0.1:{server.port}{path}?token={os.environ['JUPYTER_TOKEN']}"
        print(f"JupyterLab: {address}\nStop it with Ctrl-C.", flush=True)

    # Once the loop runs, it listens: whoever reads the address can use it at once.
    server.io_loop.add_callback(tell)
    server.start()
    return 0


def options(notebook: Path, port: int | None, open_browser: bool) -> list[str]:
    """The options of JupyterLab. They count for more than any settings file.

    port: the one asked for, or None for 8888 or the next free one.
    """
    import zmq

    return [
        f"--ServerApp.root_dir={ROOT}",
        f"--LabApp.default_url=/lab/tree/{notebook.relative_to(ROOT).as_posix()}",
        f"--ServerApp.open_browser={open_browser}",
        f"--ServerApp.port={port or 8888}",
        f"--ServerApp.port_retries={0 if port else 50}",
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.allow_root=True",  # containers; it changes nothing for anybody else
        # A browser that runs in a sandbox of its own (snap, flatpak) cannot read the file of the redirection.
        "--ServerApp.use_redirect_file=False",
        "--PasswordIdentityProvider.hashed_password=",
        "--PasswordIdentityProvider.password_required=False",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        # What it warns of is of no use to a learner: that a lesson "is not trusted", how often it pings.
        "--Application.log_level=ERROR",
        # Otherwise each kernel warns that others on this machine can read what it is sent.
        *(["--KernelManager.transport_encryption=auto"] if zmq.has("curve") else []),
    ]


def environment(own: Path) -> dict[str, str]:
    """The variables that JupyterLab and the kernels that it starts are given.

    own: the folder for settings and data, in place of those in the person's home.
    """
    packages = Path(sys.prefix) / "share" / "jupyter"
    result = {
        "JUPYTER_TOKEN": secrets.token_hex(24),
        "JUPYTER_CONFIG_DIR": str(own / "config"),
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
        "IPYTHONDIR": str(own / "ipython"),
        # The kernel "python3" is the one that was installed beside JupyterLab.
        "JUPYTER_PATH": str(packages),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }
    if not bootstrap.inside():
        # .venv holds a link to the course; an environment of the person's own does not.
        result["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return result


def write_settings(own: Path) -> None:
    """Write what JupyterLab and its kernels take as defaults. What is chosen in its Settings counts for more.

    own: the folder for settings and data.
    """
    files = {
        "config/labconfig/default_setting_overrides.json": SETTINGS,
        # A kernel that is stopped while a cell runs would report that it could not answer.
        "ipython/profile_default/ipython_kernel_config.json": {"IPKernelApp": {"log_level": "CRITICAL"}},
    }
    for name, content in files.items():
        file = own / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name != "nt":
            # A port whose last connections are still closing is free. On Windows the option means more.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
