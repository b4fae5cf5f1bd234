"""The history of a thread as a picture: each checkpoint, where it came from, and where the thread is now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# charts comes first: it quietens matplotlib.
from course_helpers.charts import BLUE, ORANGE, show
from course_helpers.exercises.task import shortened

from matplotlib.figure import Figure  # isort: skip


def draw(history: Iterable[Any]) -> None:
    """Show the checkpoints of a thread as a tree, oldest on the left, one line for each branch.

    history: what get_state_history returns. The branch that the thread is on now is drawn in blue.
    """
    states = sorted(history, key=checkpoint_id)
    lanes, now = lanes_of(states), ancestors(states)
    figure = Figure(figsize=(8, 0.9 + 0.8 * (1 + max(lanes.values()))), layout="constrained")
    axes = figure.subplots()
    for state in states:
        step, lane = state.metadata["step"], lanes[checkpoint_id(state)]
        colour = BLUE if checkpoint_id(state) in now else ORANGE
        parent = parent_id(state)
        if parent in lanes:
            before = next(other for other in states if checkpoint_id(other) == parent)
            axes.plot([before.metadata["step"], step], [lanes[parent], lane], color=colour, zorder=1)
        axes.scatter(
            step, lane, s=90, color=colour, marker="o" if checkpoint_id(state) in now else "s", zorder=2
        )
        if is_tip(state, states):
            label = f"  {shortened(newest_text(state), 34)}"
            axes.annotate(label, (step, lane), va="center")
    steps = [state.metadata["step"] for state in states]
    axes.set(xlabel="step", yticks=[], xlim=(min(steps) - 0.5, max(steps) + 4.5))
    axes.set_xticks(range(min(steps), max(steps) + 1))
    axes.invert_yaxis()
    axes.margins(y=0.4)
    axes.spines[["left", "right", "top"]].set_visible(False)
    show(figure, described(states, now))


def described(states: list[Any], now: set[str]) -> str:
    """The picture in words."""
    tips = [state for state in states if is_tip(state, states)]
    told = [
        f"one ends at step {tip.metadata['step']} with {newest_text(tip)!r}"
        f"{' (blue: the thread is here now)' if checkpoint_id(tip) in now else ' (orange)'}"
        for tip in tips
    ]
    branches = f"{len(tips)} branches" if len(tips) > 1 else "1 branch"
    return f"A tree of {len(states)} checkpoints with {branches}: {'; '.join(told)}."


def checkpoint_id(state: Any) -> str:
    return str(state.config["configurable"]["checkpoint_id"])


def parent_id(state: Any) -> str | None:
    parent = state.parent_config
    return None if parent is None else str(parent["configurable"]["checkpoint_id"])


def is_tip(state: Any, states: list[Any]) -> bool:
    """Whether nothing was done from here."""
    return checkpoint_id(state) not in {parent_id(other) for other in states}


def ancestors(states: list[Any]) -> set[str]:
    """The ids of the newest checkpoint and of all that it came from."""
    parents = {checkpoint_id(state): parent_id(state) for state in states}
    found: set[str] = set()
    current: str | None = checkpoint_id(states[-1])
    while current is not None and current in parents:
        found.add(current)
        current = parents[current]
    return found


def lanes_of(states: list[Any]) -> dict[str, int]:
    """The line that each checkpoint is drawn on: its parent's, or a new one if that is taken."""
    lanes: dict[str, int] = {}
    continued: set[str] = set()
    for state in states:
        parent = parent_id(state)
        if parent in lanes and parent not in continued:
            lanes[checkpoint_id(state)] = lanes[parent]
            continued.add(parent)
        else:
            lanes[checkpoint_id(state)] = 1 + max(lanes.values(), default=-1)
    return lanes


def newest_text(state: Any) -> str:
    """The text of the newest message of a state."""
    messages = state.values.get("messages", [])
    return str(messages[-1].text) if messages else "nothing"
