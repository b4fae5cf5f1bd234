"""The command line: python -m course_helpers COMMAND.

The parser is here and the commands are in commands/, one module each. A module is imported when its command
runs, so that --help and a mistyped argument are answered before anything is installed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from typing import NoReturn

from course_helpers import bootstrap
from course_helpers.errors import CourseError

BENCHMARKS = ("gateway",)  # modules in bench/
PROGRAM = "python -m course_helpers"
EXAMPLES = f"""\
examples:
  {PROGRAM} lab                 open the first lesson in JupyterLab
  {PROGRAM} lab --lesson 1      open lesson 01
  {PROGRAM} grade --lesson 1    points for your exercise 01
  {PROGRAM} test                prove that every lesson says the truth

The first command makes .venv and installs the packages of requirements.txt into it. To use an environment
of your own, install requirements.txt there and set COURSE_NO_BOOTSTRAP=1.
"""


def main(argv: list[str]) -> int:
    """Run one command. argv: what follows the program's name. Returns the exit code.

    2 means that the person at the keyboard can put it right: one line on stderr says how.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign gets a question mark instead of ending the command.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    args = parser().parse_args(argv)
    try:
        handed_over = bootstrap.enter(argv)
        return handed_over if handed_over is not None else run(args)
    except CourseError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone (`… | head`). Python must not try to flush it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def run(args: argparse.Namespace) -> int:
    """Import the command's module and run it. Raises CourseError if a package that it needs is not there."""
    try:
        command = importlib.import_module(f"course_helpers.commands.{args.command}")
        code: int = command.run(args)
    except ImportError as error:
        raise CourseError(_import_failed(error)) from error
    return code


def _import_failed(error: ImportError) -> str:
    what = " ".join(str(error).split())
    if (error.name or "").split(".")[0] == "course_helpers":
        return f"A file of the course is missing or incomplete ({what}). Run: git restore course_helpers"
    if os.environ.get("COURSE_NO_BOOTSTRAP") == "1":
        mend = f"Run: {sys.executable} -m pip install --require-hashes -r requirements.txt"
    else:
        mend = "Delete the folder .venv and run the command again."
    return f"The environment is incomplete ({what}). {mend}"


class Parser(argparse.ArgumentParser):
    """argparse, with one line for a mistake where it prints the usage as well."""

    def error(self, message: str) -> NoReturn:
        print(f"{message[:1].upper()}{message[1:]}. Help: {self.prog} --help", file=sys.stderr)
        sys.exit(2)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands. It leaves the name of the command in args.command."""
    top = Parser(
        prog=PROGRAM,
        description="Short-Term Memory for LLM Agents: a course of Jupyter notebooks.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, title="commands")

    lab = commands.add_parser(
        "lab", help="open a lesson in JupyterLab", description="Opens a lesson in JupyterLab."
    )
    lab.add_argument("--no-browser", action="store_true", help="print the address, open no browser")
    lab.add_argument(
        "--port", type=_port, metavar="N", help="port to listen on (default: 8888, or the next free one)"
    )
    _add_lesson(lab, "lesson to open (default: the first)")

    test = commands.add_parser(
        "test",
        help="prove that every lesson says the truth",
        description="Runs the unit tests and the notebooks, compares outputs, checks style and types.",
    )
    _add_lesson(test, "only what belongs to this lesson (default: everything)")
    test.add_argument("-k", metavar="EXPR", help="only the tests that match, as in pytest -k")

    grade = commands.add_parser(
        "grade",
        help="points for your exercises",
        description="Runs your exercises and prints points, what the checks say and what to try next.",
    )
    _add_lesson(grade, "only this lesson (default: every exercise)")

    release = commands.add_parser(
        "release",
        help="for authors: make exercises/ from solutions/",
        description="Makes exercises/ from solutions/ by taking the answers out.",
    )
    release.add_argument(
        "--check", action="store_true", help="write nothing; fail if exercises/ is out of date"
    )

    execute = commands.add_parser(
        "execute",
        help="for authors: run lessons and solutions and save their outputs",
        description="Runs lessons and solutions and writes their outputs in the form that is committed.",
    )
    _add_lesson(execute, "only this lesson (default: all)")

    bench = commands.add_parser(
        "bench", help="for authors: measure", description="Runs one benchmark and prints its numbers."
    )
    bench.add_argument("name", choices=BENCHMARKS, help=", ".join(BENCHMARKS))
    return top


def _add_lesson(command: argparse.ArgumentParser, text: str) -> None:
    command.add_argument("--lesson", type=_lesson, metavar="NN", help=text)


def _lesson(text: str) -> str:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise argparse.ArgumentTypeError(f"a lesson is one or two digits, as in 1 or 01, not {text!r}")
    return text.zfill(2)


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)
