"""Makes .venv, installs exactly what requirements.txt lists into it and runs the command again inside.

Standard library only, and few imports: this runs before every command and nearly always finds that there is
nothing to do. What decides is a stamp in .venv, written when an installation is complete.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NoReturn

from course_helpers.errors import CourseError
from course_helpers.install_errors import explain, explain_file_error
from course_helpers.install_progress import Progress, how_far, newest_first
from course_helpers.paths import LOCK, ROOT, VENV

STAMP = VENV / "course-complete"
UNFINISHED = VENV / "course-unfinished"
BUSY = VENV / "course-busy"
LOG = VENV / "course-install.log"
WINDOWS = sys.platform == "win32"

# Set for the command that runs inside, so that a .venv that does not take effect cannot make it run for ever.
_ENTERED = "COURSE_ENTERED"

# Variables that change what a Python imports or where it writes. The commands of the course ignore them.
_ASTRAY = ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONSAFEPATH", "__PYVENV_LAUNCHER__"]

# Settings of pip and uv that say where packages come from and how to get there. The others are left out of
# the installation: those that say where packages go (PIP_TARGET, PIP_USER, UV_SYSTEM_PYTHON) would break it.
_WHERE_FROM = re.compile(
    r"PIP_(INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|TRUSTED_HOST|PROXY|CERT|CLIENT_CERT|KEYRING_PROVIDER"
    r"|CACHE_DIR|NO_CACHE_DIR|CONFIG_FILE)"
    r"|UV_(DEFAULT_INDEX|INDEX|INDEX_\w+|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|INSECURE_HOST|NATIVE_TLS"
    r"|SYSTEM_CERTS|KEYRING_PROVIDER|CACHE_DIR|NO_CACHE|LINK_MODE|OFFLINE|CONFIG_FILE|NO_CONFIG|CONCURRENT_\w+|HTTP_\w+)"
)


def enter(argv: list[str]) -> int | None:
    """See to it that the command runs inside a complete .venv.

    argv: the command's arguments. Returns None if this process is inside already: go on. Otherwise runs the
    command inside: on POSIX that replaces this process and nothing returns, on Windows its exit code does.
    Raises CourseError with one line when .venv cannot be made.
    """
    if os.environ.get("COURSE_NO_BOOTSTRAP") == "1":
        return None
    entered = os.environ.pop(_ENTERED, None) is not None
    try:
        if inside() and complete() and (entered or clean(os.environ) == dict(os.environ)):
            return None
        if entered:
            raise CourseError(
                f"The Python in {VENV} does not work. Delete that folder, run the command again."
            )
        if not ready():
            set_up()
        return _run_inside(argv)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CourseError(explain_file_error(error)) from error


def ready() -> bool:
    """Whether .venv is complete and its Python starts."""
    return complete() and _starts()


def complete() -> bool:
    """Whether .venv holds what requirements.txt lists now, for this version of Python."""
    try:
        return STAMP.read_text(encoding="utf-8") == fingerprint()
    except (FileNotFoundError, NotADirectoryError):
        if not LOCK.exists():
            raise CourseError("requirements.txt is missing. Run: git restore requirements.txt") from None
        return False


def fingerprint() -> str:
    """What an installation depends on: the lock, the version of Python, the kind of machine."""
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    return f"{lock} {sys.implementation.cache_tag} {sysconfig.get_platform()}\n"


def inside() -> bool:
    """Whether this Python is the one of .venv."""
    return VENV.exists() and VENV.samefile(sys.prefix)


def _starts() -> bool:
    # Without pyvenv.cfg it starts, but not as a virtual environment. -I and -S: 15 ms instead of 50.
    program = "import sys; sys.exit(100 + sys.version_info[1])"
    try:
        run = subprocess.run([venv_python(), "-I", "-S", "-c", program], capture_output=True, check=False)
    except OSError:
        return False
    return run.returncode == 100 + sys.version_info[1] and (VENV / "pyvenv.cfg").is_file()


def venv_python() -> Path:
    """The Python of .venv, whether it is there or not."""
    return VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")


def site_packages() -> Path:
    """The folder in .venv where a Python of this version looks for packages."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    return VENV / ("Lib" if WINDOWS else f"lib/{version}") / "site-packages"


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for a command inside .venv: nothing in it leads to packages elsewhere."""
    result = {name: value for name, value in environment.items() if name not in _ASTRAY}
    result["PYTHONUTF8"] = "1"  # files and pipes are UTF-8, whatever the locale says
    result["PYTHONNOUSERSITE"] = "1"
    # A shell that a lesson or JupyterLab opens finds the same Python.
    result["VIRTUAL_ENV"] = str(VENV)
    programs = str(venv_python().parent)
    path = result.get("PATH", os.defpath).split(os.pathsep)
    result["PATH"] = os.pathsep.join([programs, *(folder for folder in path if folder != programs)])
    return result


def _run_inside(argv: list[str]) -> int:
    command = [str(venv_python()), "-m", "course_helpers", *argv]
    environment = clean(os.environ) | {_ENTERED: "1"}
    sys.stdout.flush()
    sys.stderr.flush()
    if not WINDOWS:
        os.execve(command[0], command, environment)
    # Windows has no exec. Ctrl-C reaches both processes there, and this one waits for the other to end.
    with subprocess.Popen(command, env=environment) as process:
        while True:
            with contextlib.suppress(KeyboardInterrupt):
                return process.wait()


def set_up() -> None:
    """Make .venv or mend the one that is there, unless another process is doing it: then wait for that.

    Raises CourseError with one line when that fails, and OSError when a file cannot be written.
    """
    if VENV.exists() and not VENV.is_dir():
        raise CourseError(f"{VENV} is a file, and the course needs a folder there. Move it away, run again.")
    VENV.mkdir(exist_ok=True)
    with _alone() as lock:
        if ready():
            return  # the process that this one waited for has done it
        begin = time.monotonic()
        with Installer(Progress(sys.stderr), lock) as installer:
            _make(installer)
        print(f"Set up .venv in {time.monotonic() - begin:.0f} s.", file=sys.stderr, flush=True)


def _make(installer: Installer) -> None:
    STAMP.unlink(missing_ok=True)
    LOG.unlink(missing_ok=True)
    installer.progress.show("making the folder …")
    if not _reusable():
        _empty()
    UNFINISHED.touch()
    python = str(venv_python())
    uv = shutil.which("uv")
    if uv and not installer.works([uv, "--version"]):
        uv = None
    if not _starts():
        installer.run(_venv_command(uv))
    if not uv and not installer.works([python, "-m", "pip", "--version"]):
        installer.run([python, "-m", "ensurepip", "--upgrade"])  # a .venv that uv made has no pip
    lock = LOCK.read_text(encoding="utf-8")
    installer.run(_install_command(uv), packages=len(locked(lock)))
    if not uv and (surplus := _installed() - {*locked(lock), "pip", "setuptools", "wheel"}):
        installer.run([python, "-m", "pip", "uninstall", "--yes", *sorted(surplus)])
    if missing := _needed_everywhere(lock) - _installed():
        raise CourseError(
            f"{min(missing)} was installed, but not into .venv. Look for a target, prefix or root in the "
            f"settings of pip or uv. The whole output: {LOG}"
        )
    _make_root_importable()
    UNFINISHED.unlink()
    # Last, and in one step: where there is a stamp, everything before it was done.
    part = STAMP.with_suffix(".part")
    part.write_text(fingerprint(), encoding="utf-8")
    part.replace(STAMP)


def _reusable() -> bool:
    # An installation that was cut short may have left half a package, which installers take for a whole one.
    return not UNFINISHED.exists() and site_packages().is_dir() and _starts()


def _empty() -> None:
    for entry in VENV.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry != BUSY:
            entry.unlink()


def _venv_command(uv: str | None) -> list[str]:
    # Inside a virtual environment, this is the Python that it was made with.
    base = str(getattr(sys, "_base_executable", "") or sys.executable)
    if uv:
        return [uv, "venv", "--no-project", "--allow-existing", "--python", base, str(VENV)]
    return [base, "-m", "venv", str(VENV)]


def _install_command(uv: str | None) -> list[str]:
    python = str(venv_python())
    if uv:
        # sync also removes what the lock no longer lists.
        return [uv, "pip", "sync", "--python", python, "--require-hashes", str(LOCK)]
    # The lock is complete, so pip need not look for more (--no-deps). Python compiles what it imports, and to
    # compile everything beforehand takes half a minute (--no-compile). Few retries: whoever has no network is
    # to hear it in seconds.
    options = "--require-hashes --no-deps --no-compile --no-user --no-input --progress-bar off"
    network = "--retries 2 --timeout 15"
    return [python, "-m", "pip", "install", *options.split(), *network.split(), "-r", str(LOCK)]


def _make_root_importable() -> None:
    # A relative path: the folder may move, and its name may hold letters that a .pth file cannot.
    up = os.path.relpath(ROOT, site_packages())
    (site_packages() / "course_root.pth").write_text(up + "\n", encoding="ascii")


def locked(lock: str) -> list[str]:
    """The names that a lock lists, as often as it lists them: "numpy" for "numpy==2.4.6 ; … ".

    lock: the text of requirements.txt. A package whose version depends on the system or the Python
    stands in it more than once.
    """
    return [
        _normalised(name) for name in re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==", lock, re.MULTILINE)
    ]


def _needed_everywhere(lock: str) -> set[str]:
    return set(locked("\n".join(line for line in lock.splitlines() if " ; " not in line)))


def _installed() -> set[str]:
    folders = site_packages().glob("*.dist-info")
    return {_normalised(folder.name.removesuffix(".dist-info").rpartition("-")[0]) for folder in folders}


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


class Installer:
    """Runs venv, pip and uv with their output in the log, and shows how far they are."""

    def __init__(self, progress: Progress, lock: int) -> None:
        self.progress = progress
        self.lock = lock
        self.environment = installer_environment(os.environ)

    def __enter__(self) -> Installer:
        # SIGTERM then stops the installer as well, as Ctrl-C does.
        self._before = signal.signal(signal.SIGTERM, _stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGTERM, self._before)
        self.progress.clear()
        if isinstance(error, KeyboardInterrupt):
            print("Stopped. The next command starts the set-up again.", file=sys.stderr)

    def works(self, command: list[str]) -> bool:
        """Whether the command runs and ends well within ten seconds."""
        nothing = subprocess.DEVNULL
        try:
            run = subprocess.run(
                command,
                env=self.environment,
                stdin=nothing,
                stdout=nothing,
                stderr=nothing,
                timeout=10,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return run.returncode == 0

    def run(self, command: list[str], packages: int = 0) -> None:
        """Run one step. packages: how many it installs. Raises CourseError with one line if it fails."""
        with LOG.open("ab") as log:
            # In an old locale Python reads letters of a path that it cannot know as surrogates.
            log.write(f"$ {' '.join(command)}\n".encode(errors="surrogateescape"))
            log.flush()
            start = log.tell()
            code = self._run(command, log, packages)
        if code:
            said = LOG.read_bytes()[start:].decode("utf-8", errors="replace")
            raise CourseError(explain(said, code, LOG))

    def _run(self, command: list[str], log: BinaryIO, packages: int) -> int:
        # The step holds the lock as well, and writes into a file, not a pipe: should this process be killed,
        # it goes on undisturbed, and the next command waits for its end.
        process = subprocess.Popen(
            command,
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=() if WINDOWS else (self.lock,),
        )
        try:
            while process.poll() is None:
                if packages:
                    said = LOG.read_bytes().decode("utf-8", errors="replace")
                    self.progress.show(how_far(said, newest_first(site_packages()), packages))
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=0.1)
        except BaseException:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
            process.kill()
            process.wait()
            raise
        return process.returncode


def _stop(number: int, frame: object) -> NoReturn:
    raise SystemExit(128 + number)


def installer_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment for pip and uv: the person's index and proxy, nothing that sends packages astray."""
    left_out = {*_ASTRAY, "VIRTUAL_ENV", "CONDA_PREFIX"}
    result = {
        name: value
        for name, value in environment.items()
        if name not in left_out and (not name.startswith(("PIP_", "UV_")) or _WHERE_FROM.fullmatch(name))
    }
    # As few retries as pip is given, unless the person asks for more.
    result.setdefault("UV_HTTP_TIMEOUT", "15")
    result.setdefault("UV_HTTP_RETRIES", "2")
    # explain() reads what they say: in UTF-8, without colours, untranslated.
    return result | {
        "PYTHONUTF8": "1",
        "PYTHONNOUSERSITE": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "NO_COLOR": "1",
        "LC_MESSAGES": "C",
    }


@contextlib.contextmanager
def _alone() -> Iterator[int]:
    """Hold the lock on .venv. If another process has it, say so and wait. Yields its file descriptor."""
    told = False
    while True:
        descriptor = os.open(BUSY, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            while not _try_lock(descriptor):
                if not told:
                    print(
                        "Another command is setting up .venv: waiting for it …", file=sys.stderr, flush=True
                    )
                    told = True
                time.sleep(0.1)
            if _is_the_file_at(BUSY, descriptor):
                yield descriptor
                return
        finally:
            os.close(descriptor)
        VENV.mkdir(exist_ok=True)  # somebody deleted it meanwhile: lock the file that will be there


def _is_the_file_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
