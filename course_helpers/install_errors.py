"""What pip, uv and venv say when they fail, in one line: what happened, what to do. Standard library only."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
from pathlib import Path

from course_helpers.paths import LOCK, VENV

NEEDS_ROOM = "The disk is full: .venv needs about 700 MB. Free some space and run the command again."

_NO_VENV = re.compile(r"ensurepip is not\s+available|No module named '?(venv|ensurepip)|python3-venv package")
_FULL = re.compile(
    r"No space left on device|Errno 28\b|os error (28|112|122)\b|Disk quota exceeded"
    r"|not enough space on the disk"
)
_HASH = re.compile(r"DO NOT MATCH THE HASHES|Hash mismatch|hashes are required")
_CERTIFICATE = re.compile(r"CERTIFICATE_VERIFY_FAILED|invalid peer certificate|certificate verify failed")
_REFUSED = re.compile(r"\b(401|403|407)\b.{0,40}(Unauthorized|Forbidden|Proxy Authentication)", re.IGNORECASE)
_NETWORK = re.compile(
    # pip
    r"NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|ConnectionResetError|ProtocolError"
    r"|Failed to establish a new connection|Temporary failure in name resolution|Name or service not known"
    r"|nodename nor servname|getaddrinfo failed|Network is unreachable|Connection refused|No route to host"
    r"|Connection broken|Connection aborted|Read timed out"
    # uv
    r"|error sending request|dns error|tcp connect error|client error \(Connect\)|operation timed out"
    r"|request timed out|are you offline|etwork connectivity is disabled|Failed to fetch|Failed to download"
)
_PLAIN_HTTP = re.compile(r"(\S+) is not a trusted or secure host")
_DENIED = re.compile(r"Read-only file system|Permission denied|Access is denied|os error (5|13|30)\b")
_NO_VERSION = re.compile(
    r"No matching distribution found for (?P<pip>\S+)"
    r"|there is no version of (?P<none>[\w.=-]+)"
    r"|`?(?P<uv>[\w.=-]+)`? (?:\(.*\) )?has no (?:wheels|usable wheels|source distribution)"
    r"|Failed (?:building wheel for|to build) `?(?P<build>[\w.=-]+)"
)
_ERROR_LINE = re.compile(r"^\s*(?:ERROR|[Ee]rror|×|Caused by|\w+Error)\b:?\s*(.+)$", re.MULTILINE)
_CULPRIT = re.compile(r"^\s*([\w.-]+==\S+) from |Hash mismatch for `?([\w.=-]+)", re.MULTILINE)


def explain(said: str, code: int, log: Path) -> str:
    """One line for an installer that failed.

    said: its output. code: its exit code, negative for a signal. log: where the whole output stands.
    """
    more = f"The whole output: {log}"
    if _NO_VENV.search(said):
        return no_venv_module()
    # venv does not pass on why one of its steps failed, so the disk itself is asked as well.
    if _FULL.search(said) or (VENV.exists() and shutil.disk_usage(VENV).free < 20_000_000):
        return NEEDS_ROOM
    if _HASH.search(said):
        match = _CULPRIT.search(said)
        package = (match[1] or match[2]) if match else "A package"
        return (
            f"{package} is not the file that requirements.txt lists. Run: git restore requirements.txt. If "
            f"that changes nothing, your package index or proxy sends other files. {more}"
        )
    if _CERTIFICATE.search(said):
        return (
            "The package index answers with a certificate that is not trusted here. Behind a company "
            f"proxy, set PIP_CERT (for pip) or SSL_CERT_FILE (for uv) to its certificate file. {more}"
        )
    if _REFUSED.search(said):
        return f"The package index or a proxy refuses access: check your proxy and index settings. {more}"
    if _NETWORK.search(said):
        return (
            "No connection to the package index: the first run needs the network. Connect, or check your "
            f"proxy (HTTPS_PROXY) and index settings, and run the command again. {more}"
        )
    if match := _PLAIN_HTTP.search(said):
        return (
            f"pip ignores the package index at {match[1]}, as it is not reached by https. Use its https "
            f"address or set PIP_TRUSTED_HOST={match[1]}. {more}"
        )
    if _DENIED.search(said):
        return (
            f"Writing in {VENV} is not allowed. Give yourself the right or clone the course elsewhere. {more}"
        )
    if match := _NO_VERSION.search(said):
        package = match[match.lastgroup or 0]
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        return (
            f"The package index has no {package} for Python {version} on this machine. Run the command "
            f"with a 64-bit Python from 3.11 to 3.14; if this is one, use another index. {more}"
        )
    ended = f"was ended by signal {-code}" if code < 0 else f"failed with exit code {code}"
    errors = _ERROR_LINE.findall(said)
    reason = f" ({' '.join(errors[-1].split())[:160]})" if errors else ""
    return f"Setting up .venv {ended}{reason}. Run the command again. {more}"


def no_venv_module() -> str:
    """The line for a Python that cannot make a virtual environment, as Debian's without python3-venv."""
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if shutil.which("apt-get"):
        sudo = "" if hasattr(os, "geteuid") and os.geteuid() == 0 else "sudo "
        return (
            f"This Python has no venv module. Run: {sudo}apt-get install {package}, then this command again."
        )
    return (
        f"This Python has no venv module. Install the package for it (Debian, Ubuntu: {package}) or a Python "
        "from https://www.python.org/downloads/, then run this command again."
    )


def explain_file_error(error: OSError) -> str:
    """One line for an error of the file system while .venv is looked at or made."""
    where = error.filename or VENV
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return NEEDS_ROOM
    if error.errno == errno.EROFS:
        return f"{where} is on a read-only file system. Clone the course to a folder that you can write to."
    if error.errno in (errno.EACCES, errno.EPERM):
        return (
            f"Writing {where} is not allowed. Close programs that use .venv, give yourself the right, or "
            "clone the course to a folder of your own."
        )
    if error.errno == errno.ENOENT and str(where) == str(LOCK):
        return "requirements.txt is missing. Run: git restore requirements.txt"
    return f"Setting up .venv failed at {where}: {error.strerror}. Delete the folder .venv and run again."
