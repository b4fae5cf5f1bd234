"""The set-up, with installers that install nothing; the real ones take a minute and need the network."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_course import LOCK, SmallCourse

from course_helpers import bootstrap, install_errors
from course_helpers.install_errors import NEEDS_ROOM, explain, explain_file_error, no_venv_module
from course_helpers.install_progress import Progress, how_far, newest_first
from course_helpers.paths import VENV

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the installers here are POSIX programs")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[SmallCourse, subprocess.CompletedProcess[str]]:
    """A course whose first command has been run, and how that went."""
    course = SmallCourse(tmp_path_factory.mktemp("first")).make()
    return course, course.run("grade")


@pytest.fixture
def course(tmp_path: Path) -> SmallCourse:
    """A course just cloned."""
    return SmallCourse(tmp_path).make()


@pytest.fixture
def ready(first, tmp_path: Path) -> SmallCourse:
    """A course with a complete .venv."""
    return first[0].copy_to(tmp_path)


def calls(course: SmallCourse) -> list[dict]:
    """How the installers were called."""
    file = course.fakes / "calls.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def steps(course: SmallCourse) -> list[str]:
    """What the installers were called for."""
    return [call["argv"][0] for call in calls(course) if call["argv"][0] != "--version"]


def one_line(run: subprocess.CompletedProcess[str]) -> str:
    """The error of a command that a person can mend: exit code 2 and one line after the progress."""
    assert run.returncode == 2, run.stderr
    lines = [line for line in run.stderr.splitlines() if not line.startswith("Setting up .venv (once)")]
    assert len(lines) == 1, run.stderr
    return lines[0]


# --- From nothing to the command inside --------------------------------------------------------------------


def test_first_command_sets_up_and_runs_inside(first):
    course, run = first
    assert run.returncode == 7, run.stderr
    assert run.stdout.splitlines()[0] == str(course.venv)
    assert "Setting up .venv (once): " in run.stderr
    assert "Set up .venv in " in run.stderr
    assert course.installed() == {"alpha-1.0", "beta_two-2.0"}


def test_second_command_only_hands_over(ready):
    run = ready.run("grade")
    assert (run.returncode, run.stderr) == (7, "")
    assert calls(ready) == []


def test_hand_over_takes_less_than_half_a_second(ready):
    # The processor's time, as far as it is known: what else runs on this machine does not count.
    before = os.times()
    for _ in range(3):
        assert ready.run("grade").returncode == 7
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    assert spent / 3 < 0.5


def test_notebooks_can_import_the_course_and_its_folder_may_move(ready, tmp_path):
    moved = tmp_path / "elsewhere"
    ready.folder.rename(moved)
    program = "import course_helpers; print(course_helpers.__file__)"
    python = moved / ".venv" / "bin" / "python"
    out = subprocess.run(
        [python, "-c", program], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    )
    assert out.stdout.strip() == str(moved / "course_helpers" / "__init__.py")


def test_settings_that_lead_astray_do_not_reach_the_command(course):
    run = course.run("grade", PYTHONPATH="/nowhere", PYTHONUTF8="0", PYTHONSTARTUP="/nowhere.py")
    assert run.stdout.splitlines()[1] == "None 1 []"


def test_a_python_of_venv_started_by_hand_is_cleaned_as_well(ready):
    run = ready.run("grade", python=str(ready.venv / "bin" / "python"), PYTHONPATH="/nowhere")
    assert run.stdout.splitlines() == [str(ready.venv), "None 1 []"]


def test_installer_gets_the_index_and_not_the_target(course):
    course.run(
        "grade",
        PIP_INDEX_URL="https://pip.example",
        UV_DEFAULT_INDEX="https://uv.example",
        UV_INDEX_WORK_PASSWORD="secret",
        HTTPS_PROXY="http://proxy.example",
        PIP_TARGET="/nowhere",
        PIP_USER="1",
        PIP_REQUIRE_VIRTUALENV="1",
        UV_SYSTEM_PYTHON="1",
        PYTHONPATH="/nowhere",
        VIRTUAL_ENV="/nowhere",
    )
    seen = calls(course)[-1]["environment"]
    kept = {"PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_WORK_PASSWORD", "HTTPS_PROXY"}
    gone = {
        "PIP_TARGET",
        "PIP_USER",
        "PIP_REQUIRE_VIRTUALENV",
        "UV_SYSTEM_PYTHON",
        "PYTHONPATH",
        "VIRTUAL_ENV",
    }
    assert kept <= seen.keys()
    assert not gone & seen.keys()


def test_no_bootstrap_runs_here(course):
    run = course.run("grade", COURSE_NO_BOOTSTRAP="1", PYTHONPATH="/kept")
    assert run.returncode == 7
    assert run.stdout.splitlines()[1].startswith("/kept ")
    assert not course.venv.exists()


def test_a_venv_that_takes_no_effect_is_not_entered_again_and_again(course):
    run = course.run("grade", COURSE_ENTERED="1")
    assert "does not work. Delete that folder" in one_line(run)


# --- What mends itself -------------------------------------------------------------------------------------


def test_changed_lock_is_installed_into_the_same_venv(ready):
    (ready.venv / "mine").touch()
    ready.lock.write_text(LOCK.replace("alpha==1.0", "alpha==1.1"), encoding="utf-8")
    assert ready.run("grade").returncode == 7
    assert ready.installed() == {"alpha-1.1", "beta_two-2.0"}
    assert (ready.venv / "mine").exists()


def _cut_short(course):
    (course.venv / "course-complete").unlink()
    (course.venv / "course-unfinished").touch()


def _python_gone(course):
    (course.venv / "bin" / "python").unlink()
    (course.venv / "bin" / "python").symlink_to("/nowhere/python")


def _python_is_junk(course):
    (course.venv / "bin" / "python").unlink()
    (course.venv / "bin" / "python").write_text("#!/bin/sh\nexit 0\n")
    (course.venv / "bin" / "python").chmod(0o755)


def _config_gone(course):
    (course.venv / "pyvenv.cfg").unlink()


def _other_python(course):
    stamp = course.venv / "course-complete"
    tag = sys.implementation.cache_tag
    stamp.write_text(stamp.read_text().replace(tag, "cpython-310"))
    course.packages.parent.rename(course.packages.parent.with_name("python3.10"))


@pytest.mark.parametrize("harm", [_cut_short, _python_gone, _python_is_junk, _config_gone, _other_python])
def test_venv_that_is_beyond_repair_is_made_anew(ready, harm):
    (ready.venv / "left over").mkdir()
    harm(ready)
    run = ready.run("grade")
    assert (run.returncode, run.stdout.splitlines()[0]) == (7, str(ready.venv))
    assert not (ready.venv / "left over").exists()
    assert ready.run("grade").stderr == ""


@pytest.fixture
def installing(course, tmp_path):
    """A first command whose installer is at work until the file "gate" is there."""
    process = course.start("grade", FAKE_GATE=str(tmp_path / "gate"))
    while "pip" not in steps(course):
        assert process.poll() is None
        time.sleep(0.02)
    yield process
    process.kill()
    process.communicate()
    (tmp_path / "gate").touch()  # the installer may have outlived it


WAITING = "Another command is setting up .venv: waiting for it …\n"


def test_two_at_once_install_once(course, installing, tmp_path):
    second = course.start("grade")
    assert second.stderr.readline() == WAITING
    (tmp_path / "gate").touch()
    out, err = second.communicate(timeout=20)
    assert (second.returncode, err) == (7, "")
    assert installing.communicate(timeout=20)[0] == out
    assert installing.returncode == 7
    assert steps(course) == ["venv", "pip"]


@pytest.mark.parametrize("delete", [False, True])
def test_installer_of_a_killed_command_keeps_the_next_one_waiting(course, installing, tmp_path, delete):
    installing.kill()
    second = course.start("grade")
    assert second.stderr.readline() == WAITING
    if delete:
        # Somebody who loses patience deletes .venv, with the lock in it.
        course.venv.rename(tmp_path / "deleted")
    (tmp_path / "gate").touch()
    second.communicate(timeout=20)
    assert second.returncode == 7
    assert course.run("grade").stderr == ""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signal_stops_the_installer_too(course, installing, number, code):
    installing.send_signal(number)
    _, err = installing.communicate(timeout=20)
    assert installing.returncode == code
    assert "Traceback" not in err
    # An installer that went on would hold the lock, and this would wait for it.
    run = course.run("grade")
    assert run.returncode == 7
    assert WAITING not in run.stderr


# --- pip instead of uv -------------------------------------------------------------------------------------


def test_pip_installs_where_there_is_no_uv(ready):
    ready.with_pip()
    (ready.packages / "gamma-3.0.dist-info").mkdir()
    run = ready.run("grade")
    assert run.returncode == 7, run.stderr
    install = next(call["argv"] for call in calls(ready) if call["argv"][0] == "install")
    assert "--require-hashes" in install
    assert install[-2:] == ["-r", str(ready.lock)]
    # A package that the lock does not list has gone.
    assert ready.installed() == {"alpha-1.0", "beta_two-2.0"}


def test_uv_that_does_not_start_is_passed_over(ready):
    ready.with_pip()
    ready.program("uv", "#!/bin/sh\nexit 1\n")
    assert ready.run("grade").returncode == 7
    assert "install" in steps(ready)


# --- What a person has to mend -----------------------------------------------------------------------------

NO_NETWORK = "  Caused by: dns error: failed to lookup address information"


def test_installer_that_fails_gives_one_line_and_the_next_command_tries_again(course):
    run = course.run("grade", FAKE_SAYS=NO_NETWORK)
    assert "No connection to the package index" in one_line(run)
    log = course.venv / "course-install.log"
    assert str(log) in run.stderr
    assert NO_NETWORK in log.read_text(encoding="utf-8")
    assert course.run("grade").returncode == 7


def test_packages_that_went_elsewhere_are_noticed(course):
    assert "alpha was installed, but not into .venv" in one_line(course.run("grade", FAKE_ELSEWHERE="1"))


def test_file_in_place_of_the_folder(course):
    course.venv.touch()
    assert "is a file" in one_line(course.run("grade"))


def test_missing_lock(course):
    course.lock.unlink()
    assert one_line(course.run("grade")) == "requirements.txt is missing. Run: git restore requirements.txt"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_cannot_be_written(course):
    course.folder.chmod(0o555)
    try:
        assert "is not allowed" in one_line(course.run("grade"))
    finally:
        course.folder.chmod(0o755)


# What the installers really said, shortened.
SAID = [
    (
        "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError(\"HTTPSConnection("
        "host='pypi.org', port=443): Failed to establish a new connection: [Errno -3] Temporary failure in "
        "name resolution\")': /simple/aiohappyeyeballs/\n"
        "ERROR: No matching distribution found for aiohappyeyeballs==2.7.1",
        "No connection to the package index",
    ),
    (
        "error: Failed to fetch: `https://pypi.org/simple/aiohttp/`\n  Caused by: error sending request\n"
        "  Caused by: client error (Connect)\n  Caused by: tcp connect error: Connection refused",
        "No connection to the package index",
    ),
    (
        "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the\n"
        "    aiohttp==3.14.5 from https://files.pythonhosted.org/packages/aiohttp.whl (from -r lock):\n"
        "        Expected sha256 16566\n             Got        06566",
        "aiohttp==3.14.5 is not the file that requirements.txt lists. Run: git restore requirements.txt",
    ),
    (
        "  × Failed to download `aiohttp==3.14.5`\n  ╰─▶ Hash mismatch for `aiohttp==3.14.5`\n"
        "      Expected:\n        sha256:16566\n      Computed:\n        sha256:06566",
        "aiohttp==3.14.5 is not the file that requirements.txt lists",
    ),
    ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", NEEDS_ROOM),
    ("  Caused by: failed to copy file: No space left on device (os error 28)", NEEDS_ROOM),
    (
        "The virtual environment was not created successfully because ensurepip is not\navailable.  On "
        "Debian/Ubuntu systems, you need to install the python3-venv\npackage using the following command.",
        "This Python has no venv module",
    ),
    (
        "/usr/bin/python3: No module named venv.__main__; 'venv' is a package",
        "This Python has no venv module",
    ),
    (
        "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify'))\n"
        "ERROR: No matching distribution found for aiohttp==3.14.5",
        "PIP_CERT",
    ),
    ("error: HTTP status client error (403 Forbidden) for url (https://x.example)", "refuses access"),
    (
        "WARNING: The repository located at nope.example is not a trusted or secure host and is being\n"
        "ERROR: No matching distribution found for aiohttp==3.14.5",
        "PIP_TRUSTED_HOST=nope.example",
    ),
    ("error: failed to create file: Read-only file system (os error 30)", "is not allowed"),
    ("ERROR: No matching distribution found for aiohttp==3.14.5", "index has no aiohttp==3.14.5 for"),
    ("cause: Because there is no version of aiohttp==9.9 and you require it", "has no aiohttp==9.9 for"),
    (
        "cause: Because psycopg-binary==3.3.9 has no wheels with a matching platform tag (e.g., `win_arm64`)",
        "has no psycopg-binary==3.3.9 for",
    ),
    ("ERROR: Failed building wheel for contourpy", "has no contourpy for"),
    ("thread main panicked", "Setting up .venv failed with exit code 1. Run the command again."),
    ("error: unexpected argument '--x' found", "failed with exit code 1 (unexpected argument '--x' found)"),
]


@pytest.mark.parametrize(("said", "line"), SAID)
def test_what_an_installer_says_becomes_one_line(said, line):
    told = explain(said, 1, Path("/a/log"))
    assert line in told
    assert "\n" not in told


def test_installer_that_was_killed():
    assert "was ended by signal 9" in explain("", -9, Path("/a/log"))


@given(st.text(max_size=300), st.integers(-20, 200).filter(bool))
def test_whatever_an_installer_says_becomes_one_line(said, code):
    told = explain(said, code, Path("/a/log"))
    assert len(told.splitlines()) == 1


def test_disk_that_is_full_behind_a_step_that_does_not_say_so(monkeypatch, tmp_path):
    monkeypatch.setattr(install_errors, "VENV", tmp_path)
    monkeypatch.setattr(install_errors.shutil, "disk_usage", lambda path: type("usage", (), {"free": 1000}))
    assert explain("Command '[…]' returned non-zero exit status 1.", 1, Path("/a/log")) == NEEDS_ROOM


def test_debian_is_told_its_package(monkeypatch):
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    monkeypatch.setattr(install_errors.shutil, "which", lambda name: "/usr/bin/apt-get")
    monkeypatch.setattr(install_errors.os, "geteuid", lambda: 1000)
    assert f"Run: sudo apt-get install {package}, then" in no_venv_module()
    monkeypatch.setattr(install_errors.os, "geteuid", lambda: 0)
    assert f"Run: apt-get install {package}, then" in no_venv_module()
    monkeypatch.setattr(install_errors.shutil, "which", lambda name: None)
    assert "https://www.python.org/downloads/" in no_venv_module()


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (errno.ENOSPC, NEEDS_ROOM),
        (errno.EROFS, "/x/y is on a read-only file system. Clone"),
        (errno.EACCES, "Writing /x/y is not allowed"),
        (errno.EIO, "Setting up .venv failed at /x/y: broken."),
    ],
)
def test_error_of_the_file_system_becomes_one_line(number, line):
    assert line in explain_file_error(OSError(number, "broken", "/x/y"))


# --- What is shown -----------------------------------------------------------------------------------------

PIP_SAYS = """\
Ignoring appnope: markers 'sys_platform == "darwin"' don't match your environment
Collecting aiohttp==3.14.5
  Downloading aiohttp-3.14.5-cp311-cp311-manylinux2014_x86_64.whl (1.9 MB)
Processing /opt/files/annotated_types-0.8.0-py3-none-any.whl
"""


@pytest.mark.parametrize(
    ("said", "installed", "text"),
    [
        ("", [], "fetching 9 packages …"),
        (PIP_SAYS, [], "fetching 2 of 8 packages, annotated_types …"),
        (PIP_SAYS + "Installing collected packages: a, b\n", ["b", "a"], "2 of 8 packages, b …"),
        (PIP_SAYS + "Installing collected packages: a, b\n", [], "0 of 8 packages …"),
        ("Resolved 7 packages in 1ms\nDownloading numpy (16.0MiB)\n", [], "fetching 7 packages, numpy …"),
        ("Resolved 7 packages in 1ms\nPrepared 1 package in 16ms\n", ["a"], "1 of 7 packages, a …"),
    ],
)
def test_how_far(said, installed, text):
    assert how_far(said, installed, listed=9) == text


def test_newest_first(tmp_path):
    for age, name in enumerate(["new_one-1.0", "old-2.0", "pip-23.0"]):
        (tmp_path / f"{name}.dist-info").mkdir()
        os.utime(tmp_path / f"{name}.dist-info", (1000 - age, 1000 - age))
    assert newest_first(tmp_path) == ["new-one", "old"]
    assert newest_first(tmp_path / "nowhere") == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_line_moves_on_a_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    terminal = Terminal()
    progress = Progress(terminal)
    progress.show("1 of 171 packages, a-very-long-name-of-a-package …")
    progress.show("2 of 171 packages, b …")
    progress.clear()
    first, second, blank, end = terminal.getvalue().split("\r")[1:]
    assert len(first) == 49
    assert second.rstrip() == "Setting up .venv (once): 2 of 171 packages, b …"
    assert len(second) == len(first)  # nothing of the longer line is left
    assert blank.strip() == end == ""


def test_lines_come_now_and_then_elsewhere():
    now = [0.0]
    stream = io.StringIO()
    progress = Progress(stream, clock=lambda: now[0])
    for seconds in range(25):
        now[0] = float(seconds)
        progress.show(f"{seconds} of 171 packages")
    progress.clear()
    assert [line.split()[4] for line in stream.getvalue().splitlines()] == ["0", "10", "20"]


# --- Small parts -------------------------------------------------------------------------------------------


def test_clean_environment_is_clean():
    once = bootstrap.clean({"PATH": f"/a{os.pathsep}/b", "PYTHONHOME": "/x", "KEPT": "1"})
    assert bootstrap.clean(once) == once
    assert once["PATH"].split(os.pathsep) == [str(VENV / "bin"), "/a", "/b"]
    assert once["KEPT"] == "1"
    assert "PYTHONHOME" not in once


def test_lock_of_the_course_is_read():
    names = bootstrap.locked(bootstrap.LOCK.read_text(encoding="utf-8"))
    assert {"jupyterlab", "langgraph", "psycopg", "psycopg-binary", "typing-extensions"} <= set(names)
    assert len(names) > 150
    assert bootstrap.locked("a[x,y]==1 \\\n    --hash=sha256:0==\n# b==2\nC_d==3 ; os_name == 'nt'") == [
        "a",
        "c-d",
    ]
