"""A copy of the command line in a folder of its own, with a small lock and installers that install nothing.

Tests run its commands as a person would, in processes of their own.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

from course_helpers.paths import ROOT

# The Python that .venv was made with: what a person has before anything is set up.
PYTHON = str(getattr(sys, "_base_executable", "") or sys.executable)
MODULES = (
    "__init__ __main__ bootstrap cli errors install_errors install_progress lessons paths commands/__init__"
)

LOCK = """\
alpha==1.0 \\
    --hash=sha256:00
beta-two==2.0 ; python_full_version >= '3.11' \\
    --hash=sha256:00
"""

# A command that tells where it runs.
WHERE = """\
import os, sys

def run(args):
    print(sys.prefix)
    ours = sorted(name for name in os.environ if name.startswith("COURSE_"))
    print(os.environ.get("PYTHONPATH"), sys.flags.utf8_mode, ours)
    return 7
"""

# What both installers do: make an environment, put packages into it; tell how they were called.
INSTALLER = """\
import json, os, pathlib, sys, time

root = pathlib.Path(os.environ["FAKE"])
with (root / "calls.jsonl").open("a") as calls:
    calls.write(json.dumps({"argv": sys.argv[1:], "environment": dict(os.environ)}) + "\\n")

def install(site, lock):
    while "FAKE_GATE" in os.environ and not os.path.exists(os.environ["FAKE_GATE"]):
        time.sleep(0.02)
    if "FAKE_SAYS" in os.environ:
        print(os.environ["FAKE_SAYS"])
        sys.exit(1)
    for line in pathlib.Path(lock).read_text().splitlines():
        name, equals, rest = line.partition("==")
        if equals and "FAKE_ELSEWHERE" not in os.environ:
            (site / f"{name.replace('-', '_')}-{rest.split()[0]}.dist-info").mkdir(exist_ok=True)
"""

UV = """\
words = sys.argv[1:]
if words[0] == "venv":
    folder, python = pathlib.Path(words[-1]), words[words.index("--python") + 1]
    site = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    site.mkdir(parents=True, exist_ok=True)
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "bin" / "python").unlink(missing_ok=True)
    (folder / "bin" / "python").symlink_to(python)
    (folder / "pyvenv.cfg").write_text(f"home = {pathlib.Path(python).parent}\\n")
if words[:2] == ["pip", "sync"]:
    python = pathlib.Path(words[words.index("--python") + 1])
    site = next(python.parent.parent.glob("lib/python*/site-packages"))
    for old in site.glob("*.dist-info"):
        old.rmdir()
    install(site, words[-1])
"""

PIP = """\
words = sys.argv[1:]
site = pathlib.Path(__file__).parent.parent
if words[0] == "install":
    install(site, words[-1])
if words[0] == "uninstall":
    for name in words[2:]:
        for folder in site.glob(f"{name}-*.dist-info"):
            folder.rmdir()
"""


class SmallCourse:
    """The copy. folder: its root. fakes: a folder on PATH, which holds uv. venv: where its .venv will be."""

    def __init__(self, parent: Path) -> None:
        self.folder = parent / "köln tëst dir"
        self.fakes = parent / "fakes"
        self.venv = self.folder / ".venv"
        self.lock = self.folder / "requirements.txt"

    def make(self) -> SmallCourse:
        """Write its files. Returns it."""
        self.fakes.mkdir()
        for module in MODULES.split():
            target = self.folder / "course_helpers" / f"{module}.py"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "course_helpers" / f"{module}.py", target)
        self.lock.write_text(LOCK, encoding="utf-8")
        self.command(WHERE)
        self.program("uv", f"#!{PYTHON} -IS\n{INSTALLER}{UV}")
        return self

    def copy_to(self, parent: Path) -> SmallCourse:
        """Another one in the same state, .venv included. Its installers have not been called."""
        copy = SmallCourse(parent)
        shutil.copytree(self.folder, copy.folder, symlinks=True)
        shutil.copytree(self.fakes, copy.fakes, ignore=shutil.ignore_patterns("calls.jsonl"))
        return copy

    def command(self, source: str) -> None:
        """Let `grade` do this."""
        (self.folder / "course_helpers" / "commands" / "grade.py").write_text(source, encoding="utf-8")

    def program(self, name: str, source: str) -> Path:
        """Put a program on PATH."""
        file = self.fakes / name
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return file

    def with_pip(self) -> None:
        """Take uv away, and let .venv, which must be there, have a pip and be out of date."""
        (self.fakes / "uv").unlink()
        package = self.packages / "pip"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(INSTALLER + PIP, encoding="utf-8")
        (self.venv / "course-complete").unlink()

    @property
    def packages(self) -> Path:
        """The site-packages folder of .venv."""
        return next(self.venv.glob("lib/python*/site-packages"))

    def installed(self) -> set[str]:
        """The packages in .venv."""
        return {folder.name.removesuffix(".dist-info") for folder in self.packages.glob("*.dist-info")}

    def environment(self, **variables: str) -> dict[str, str]:
        """The environment of a person who has nothing set but these variables."""
        path = os.pathsep.join([str(self.fakes), "/usr/bin", "/bin"])
        return {"PATH": path, "FAKE": str(self.fakes), "HOME": str(self.fakes), "LC_ALL": "C"} | variables

    def start(self, *words: str, python: str = PYTHON, **variables: str) -> subprocess.Popen[str]:
        """Start a command."""
        # Without site-packages: what this machine happens to have installed cannot be what makes it work.
        options = ["-S"] if python == PYTHON else []
        return subprocess.Popen(
            [python, *options, "-m", "course_helpers", *words],
            cwd=self.folder,
            env=self.environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, *words: str, python: str = PYTHON, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        with self.start(*words, python=python, **variables) as process:
            out, err = process.communicate(timeout=20)
        return subprocess.CompletedProcess(words, process.returncode, out, err)
