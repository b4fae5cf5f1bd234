"""release: make exercises/ from solutions/; --check only says whether they agree."""

from __future__ import annotations

import argparse

from course_helpers.grading import release


def run(args: argparse.Namespace) -> int:
    """Write the exercises, or with --check name what differs. Returns 1 if --check found a difference."""
    if args.check:
        found = release.all_drift()
        for line in found:
            print(f"✗ {line}")
        if found:
            print("Make the exercises anew: python -m course_helpers release")
        else:
            print(f"✓ {len(release.pairs())} exercises agree with their solutions.")
        return 1 if found else 0
    for solution, exercise in release.pairs():
        changed = release.release(solution, exercise)
        print(f"exercises/{exercise.name}: {'written' if changed else 'unchanged'}")
    return 0
