"""Live mode's settings: which real model answers, if any.

COURSE_MODEL     the model's name at its provider; empty or unset means offline
COURSE_BASE_URL  the provider's OpenAI-compatible address, OpenAI's own by default
COURSE_API_KEY   the provider's key

They are read from the environment, then from the file .env at the root of the course. OPENAI_API_KEY is not
read: a key in the shell alone never causes a paid call.
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from course_helpers.errors import CourseError
from course_helpers.gateway.upstream import Upstream
from course_helpers.paths import ROOT

OPENAI = "https://api.openai.com/v1"
ENV_FILE = ROOT / ".env"
LOCAL = ("localhost", "127.0.0.1", "::1")


def upstream(env_file: Path = ENV_FILE) -> Upstream | None:
    """The model that the settings name, None for offline. Raises CourseError where they cannot work."""
    model = setting("COURSE_MODEL", env_file)
    if not model:
        return None
    url = setting("COURSE_BASE_URL", env_file) or OPENAI
    key = setting("COURSE_API_KEY", env_file)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CourseError(f"COURSE_BASE_URL is {url!r}; it has to be an address such as {OPENAI}.")
    if parts.scheme == "http" and key and parts.hostname not in LOCAL:
        raise CourseError(f"COURSE_BASE_URL is {url!r}: a key is not sent over plain http. Use https.")
    if url.rstrip("/") == OPENAI and not key:
        raise CourseError(
            "COURSE_MODEL asks for a live model and COURSE_API_KEY is not set. Set it in .env, or empty "
            "COURSE_MODEL to go on offline."
        )
    if not key.isascii():
        raise CourseError("COURSE_API_KEY holds a character that no key has. Copy it again.")
    return Upstream(url, model, key)


def setting(name: str, env_file: Path = ENV_FILE) -> str:
    """A setting's value, '' for none. The environment goes before .env, also where it is empty."""
    if name in os.environ:
        return os.environ[name].strip()
    return (_file(env_file).get(name) or "").strip()


def _file(env_file: Path) -> dict[str, str | None]:
    if not env_file.is_file():
        return {}
    from dotenv import dotenv_values

    try:
        return dotenv_values(env_file, encoding="utf-8-sig", interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(
            f"The file .env cannot be read ({type(error).__name__}). Save it as UTF-8 text."
        ) from error


def shown(upstream: Upstream) -> str:
    """The model and where it is, without the key: "gpt-4.1-mini at api.openai.com"."""
    return f"{upstream.model} at {urlsplit(upstream.url).hostname}"
