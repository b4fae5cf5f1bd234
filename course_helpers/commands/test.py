"""test: prove on this machine that every lesson says the truth."""

from __future__ import annotations

import argparse
import textwrap
from concurrent.futures import ThreadPoolExecutor, as_completed
from time import perf_counter

from course_helpers.grading.changes import changed_files
from course_helpers.grading.stages import Outcome, Selection, Stage, stages


def run(args: argparse.Namespace) -> int:
    """Run the stages at once and print a line as each one ends. Returns 1 if anything failed."""
    started = perf_counter()
    chosen = stages(Selection(args.lesson, args.k, changed_files()))
    print(f"Running {', '.join(stage.name for stage in chosen)} …", flush=True)
    outcomes = []
    with ThreadPoolExecutor(len(chosen)) as pool:
        for done in as_completed([pool.submit(_timed, stage) for stage in chosen]):
            stage, outcome, seconds = done.result()
            outcomes.append(outcome)
            print(line(stage.name, outcome, seconds), flush=True)
            if outcome.details:
                print(textwrap.indent(outcome.details, "  "), flush=True)
    print(f"\nTotal {perf_counter() - started:.1f} s")
    print(total(outcomes))
    return 1 if any(outcome.failed for outcome in outcomes) else 0


def _timed(stage: Stage) -> tuple[Stage, Outcome, float]:
    started = perf_counter()
    outcome = stage.run()
    return stage, outcome, perf_counter() - started


def line(name: str, outcome: Outcome, seconds: float) -> str:
    """One stage: "✓ tests     41.2 s   139 passed"."""
    text = f"{'✗' if outcome.failed else '✓'} {name:<8} {seconds:5.1f} s"
    return text if outcome.passed + outcome.failed + outcome.skipped == 1 else f"{text}   {total([outcome])}"


def total(outcomes: list[Outcome]) -> str:
    """ "143 passed, 0 failed", and how many were skipped if any were."""
    passed, failed, skipped = (
        sum(getattr(outcome, what) for outcome in outcomes) for what in ("passed", "failed", "skipped")
    )
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
