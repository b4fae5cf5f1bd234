"""python -m course_helpers: checks that this Python is new enough, then hands over to cli.py.

Every Python from 2.7 on can read this file: an old one must get as far as saying that it is too old.
"""

from __future__ import print_function  # noqa: UP010

import subprocess
import sys

OLDEST = (3, 11)
NEWEST_TRIED = (3, 14)  # the packages of requirements.txt are all there up to this one


def newer_pythons():
    # type: () -> list[str]
    """The names on PATH that start a Python new enough, the best one first."""
    numbered = ["python3.%d" % minor for minor in range(OLDEST[1], 21)]  # noqa: UP031
    found = [(version, name) for name in numbered for version in [version_of(name)] if version >= OLDEST]
    if not found:
        found = [(version, name) for name in ["python3", "python"] for version in [version_of(name)]]
        found = [pair for pair in found if pair[0] >= OLDEST][:1]
    found.sort(key=lambda pair: (pair[0] <= NEWEST_TRIED, pair[0]), reverse=True)
    return [name for _, name in found]


def version_of(name):
    # type: (str) -> tuple[int, int]
    """The version, as in (3, 12), of the Python that PATH has under this name; (0, 0) if none starts.

    It is really started: pyenv and Windows put names on PATH that only say what to install.
    """
    try:
        process = subprocess.Popen(
            [name, "-c", "import sys; print('%d %d' % sys.version_info[:2])"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        output = process.communicate()[0].split()
        return (int(output[0]), int(output[1])) if process.returncode == 0 else (0, 0)
    except (OSError, ValueError, IndexError):
        return (0, 0)


def too_old():
    # type: () -> str
    """The line for somebody whose Python is too old."""
    line = "Python %d.%d is too old: the course needs %d.%d or newer. " % (sys.version_info[:2] + OLDEST)  # noqa: UP031
    newer = newer_pythons()
    if not newer:
        return line + "Get one from https://www.python.org/downloads/ and run this command with it."
    words = [newer[0], "-m", "course_helpers"] + sys.argv[1:]  # noqa: RUF005
    command = " ".join('"%s"' % word if " " in word else word for word in words)  # noqa: UP031
    return line + "Found newer ones: %s. Run: %s" % (", ".join(newer), command)  # noqa: UP031


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        print(too_old(), file=sys.stderr)
        sys.exit(2)
    from course_helpers import cli

    sys.exit(cli.main(sys.argv[1:]))
