"""The command line: what it takes, what it says about mistakes, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from small_course import SmallCourse

from course_helpers import __main__ as program
from course_helpers import cli, lessons
from course_helpers.errors import CourseError
from course_helpers.paths import EXERCISES, NOTEBOOKS, ROOT

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="the programs on PATH here are POSIX programs")


@pytest.fixture
def course(tmp_path: Path) -> SmallCourse:
    return SmallCourse(tmp_path).make()


def here(course: SmallCourse, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in this Python, without a .venv."""
    return course.run(*words, COURSE_NO_BOOTSTRAP="1", **variables)


# --- What it takes -----------------------------------------------------------------------------------------


def test_help_needs_nothing_installed(course):
    run = course.run("--help")
    assert (run.returncode, run.stderr) == (0, "")
    for command in ("lab", "test", "grade", "release", "execute"):
        assert f"\n    {command} " in run.stdout
    assert not course.venv.exists()


@pytest.mark.parametrize("command", ["lab", "test", "grade", "release", "execute"])
def test_every_command_has_help_and_a_module(command, capsys):
    with pytest.raises(SystemExit) as end:
        cli.parser().parse_args([command, "--help"])
    assert end.value.code == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 110
    assert (ROOT / "course_helpers" / "commands" / f"{command}.py").is_file()


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        (["grade"], "lesson", None),
        (["grade", "--lesson", "1"], "lesson", "01"),
        (["execute", "--lesson", "01"], "lesson", "01"),
        (["lab", "--lesson=17"], "lesson", "17"),
        (["lab"], "port", None),
        (["lab", "--port", "8080"], "port", 8080),
        (["lab", "--no-browser"], "no_browser", True),
        (["test", "-k", "gateway and not slow"], "k", "gateway and not slow"),
        (["release", "--check"], "check", True),
    ],
)
def test_arguments(words, name, value):
    assert getattr(cli.parser().parse_args(words), name) == value


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "arguments are required: COMMAND"),
        (["lba"], "invalid choice: 'lba'"),
        (["grade", "--lesson", "one"], "a lesson is one or two digits, as in 1 or 01, not 'one'"),
        (["grade", "--lesson", "100"], "not '100'"),
        (["grade", "--lesson", "-1"], "not '-1'"),
        (["grade", "--lesson", "１"], "not '１'"),
        (["lab", "--port", "0"], "a port is a number from 1 to 65535, not '0'"),
        (["lab", "--port", "70000"], "not '70000'"),
        (["lab", "--colour"], "nrecognized arguments: --colour"),
    ],
)
def test_mistake_is_told_in_one_line(words, line, capsys):
    with pytest.raises(SystemExit) as end:
        cli.parser().parse_args(words)
    assert end.value.code == 2
    err = capsys.readouterr().err
    assert line in err
    assert err.count("\n") == 1
    assert "--help" in err


def test_mistake_is_told_before_anything_is_installed(course):
    run = course.run("grade", "--lesson", "x")
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert not course.venv.exists()


# --- How it ends -------------------------------------------------------------------------------------------


def test_exit_code_of_the_command(course):
    assert here(course, "grade").returncode == 7


def test_course_error_is_one_line(course):
    course.command(
        "from course_helpers.errors import CourseError\ndef run(args): raise CourseError('mend ü')"
    )
    run = here(course, "grade", PYTHONUTF8="1")
    assert (run.returncode, run.stdout, run.stderr) == (2, "", "mend ü\n")


def test_letters_that_the_terminal_lacks_do_not_end_a_command(course):
    course.command("def run(args):\n    print('✓ fine')\n    return 0")
    run = here(course, "grade", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (run.returncode, run.stdout) == (0, "? fine\n")


@pytest.mark.parametrize("source", ["import no_such_package", "def run(args): import no_such_package"])
def test_missing_package_is_one_line_with_the_mend(course, source):
    course.command(source)
    run = here(course, "grade")
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert "No module named 'no_such_package'" in run.stderr
    assert "-m pip install --require-hashes -r requirements.txt" in run.stderr


@POSIX
def test_missing_package_in_venv_is_mended_by_deleting_it(course):
    course.command("import no_such_package")
    run = course.run("grade")
    assert run.returncode == 2
    last = run.stderr.splitlines()[-1]
    assert "No module named 'no_such_package'" in last
    assert last.endswith("Delete the folder .venv and run the command again.")


def test_missing_file_of_the_course_is_restored(course):
    course.command("import course_helpers.no_such_module")
    assert here(course, "grade").stderr.endswith("Run: git restore course_helpers\n")


@POSIX
def test_ctrl_c_ends_a_command_quietly(course):
    course.command("import time\ndef run(args):\n    print('on', flush=True)\n    time.sleep(30)")
    process = course.start("grade", COURSE_NO_BOOTSTRAP="1")
    assert process.stdout.readline() == "on\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (130, "")


@POSIX
def test_reader_that_goes_away_ends_a_command_quietly(course):
    course.command("def run(args):\n    for n in range(100000): print(n)\n    return 0")
    process = course.start("grade", COURSE_NO_BOOTSTRAP="1")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=10) == 141
    process.stderr.close()


# --- A Python that is too old ------------------------------------------------------------------------------


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch):
    """Makes Pythons: a name and what it prints for its version; they are all that is on PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def make(**pythons: str) -> Path:
        for name, output in pythons.items():
            file = tmp_path / name.replace("_", ".")
            file.write_text(f"#!/bin/sh\n{output}\n")
            file.chmod(0o755)
        return tmp_path

    return make


# As a pyenv shim of a version that is not the chosen one.
SHIM = "echo 'pyenv: command not found' >&2; exit 127"


@POSIX
def test_newer_pythons_are_those_that_start(on_path):
    on_path(python3_11="echo 3 11", python3_12=SHIM, python3_13="echo 3 13", python3_14="echo 3 9")
    assert program.newer_pythons() == ["python3.13", "python3.11"]


@POSIX
def test_python_that_the_packages_are_there_for_comes_first(on_path):
    on_path(python3_15="echo 3 15", python3_12="echo 3 12")
    assert program.newer_pythons() == ["python3.12", "python3.15"]


@POSIX
def test_python3_is_named_if_no_numbered_name_is(on_path):
    on_path(python3="echo 3 12", python="echo 2 7")
    assert program.newer_pythons() == ["python3"]


@POSIX
def test_too_old_without_a_newer_one(on_path, monkeypatch):
    on_path(python3="echo 3 9", python3_12=SHIM)
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    assert program.too_old() == (
        "Python 3.9 is too old: the course needs 3.11 or newer. "
        "Get one from https://www.python.org/downloads/ and run this command with it."
    )


@POSIX
def test_too_old_repeats_the_command(on_path, monkeypatch):
    on_path(python3_12="echo 3 12")
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    monkeypatch.setattr(sys, "argv", ["…/__main__.py", "test", "-k", "a or b"])
    assert program.too_old().endswith(
        'Found newer ones: python3.12. Run: python3.12 -m course_helpers test -k "a or b"'
    )


def old_pythons() -> list[Path]:
    """Old Pythons on this machine: on PATH under their own name, or in pyenv's folder."""
    names = ["python2.7", *(f"python3.{minor}" for minor in range(6, 11))]
    folders = [*map(Path, os.get_exec_path()), *(Path.home() / ".pyenv" / "versions").glob("*/bin")]
    found = {}
    for name in names:
        for folder in folders:
            # pyenv's shims are scripts, which start one Python or another or none.
            if name not in found and (folder / name).is_file() and (folder / name).read_bytes()[:2] != b"#!":
                found[name] = folder / name
    return list(found.values())


@POSIX
@pytest.mark.skipif(not old_pythons(), reason="no old Python on this machine")
@pytest.mark.parametrize("python", old_pythons(), ids=lambda path: path.name)
def test_old_python_says_that_it_is_too_old(python, course, on_path):
    path = on_path(python3_12="echo 3 12")
    run = course.run("grade", "--lesson", "1", python=str(python), PATH=str(path))
    version = python.name.removeprefix("python")
    assert run.returncode == 2
    assert run.stderr == (
        f"Python {version} is too old: the course needs 3.11 or newer. Found newer ones: python3.12. "
        "Run: python3.12 -m course_helpers grade --lesson 1\n"
    )


# --- Which lessons there are -------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "exercises"
    folder.mkdir()
    for name in ["02_buffer.ipynb", "01_calls.ipynb", "01_calls.py", "draft.ipynb", "1_x.ipynb"]:
        (folder / name).touch()
    return folder


def test_lessons_are_numbered_notebooks(folder):
    assert lessons.lessons(folder) == ["01", "02"]
    assert lessons.lesson_file(folder, "02") == folder / "02_buffer.ipynb"


def test_lesson_that_does_not_exist(folder):
    with pytest.raises(CourseError, match=r"^No lesson 07 in exercises\. There is: 01, 02\.$"):
        lessons.lesson_file(folder, "07")


def test_folder_without_lessons(tmp_path):
    with pytest.raises(CourseError, match="Restore it: git restore notebooks"):
        lessons.lesson_file(tmp_path / "notebooks", "01")


def test_course_has_a_lesson_01_with_an_exercise():
    assert "01" in lessons.lessons()
    assert lessons.lesson_file(NOTEBOOKS, "01").name == lessons.lesson_file(EXERCISES, "01").name
