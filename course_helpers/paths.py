"""Where things are. Standard library only: the set-up needs it before anything is installed."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
SOLUTIONS = ROOT / "solutions"
EXERCISES = ROOT / "exercises"
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.txt"
