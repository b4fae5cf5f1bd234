"""The figures of the lessons: safe for colour-blind eyes, with a description in words."""

from __future__ import annotations

import base64
import html
import io
import logging

from IPython.display import display

from course_helpers.front_end import somebody_is_there

# Drawn first on a new machine, matplotlib reports to stderr that it builds a list of fonts.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

from matplotlib.figure import Figure  # noqa: E402
from matplotlib.patches import FancyBboxPatch  # noqa: E402

BLUE, ORANGE = "#0072b2", "#e69f00"  # of the Okabe-Ito palette
GREY = "#777777"


def replay_cost(prompts: list[int]) -> None:
    """Show what a replayed conversation costs: prompt tokens a turn, and in all.

    prompts: prompt tokens of turn 1, 2, …
    """
    turns = range(1, len(prompts) + 1)
    totals = [sum(prompts[:turn]) for turn in turns]
    figure = Figure(figsize=(8, 3), layout="constrained")
    each, all_turns = figure.subplots(1, 2)
    each.bar(turns, prompts, color=BLUE)
    each.set(title="each turn: a straight line", xlabel="turn", ylabel="prompt tokens")
    all_turns.bar(turns, totals, color=ORANGE)
    all_turns.set(title="all turns so far: a curve", xlabel="turn", ylabel="prompt tokens in all")
    description = (
        f"Two bar charts over turns 1 to {len(prompts)}. Left, the prompt tokens of each turn rise in a "
        f"straight line from {prompts[0]:,} to {prompts[-1]:,}. Right, the sum over all turns so far curves "
        f"upwards to {totals[-1]:,}."
    )
    show(figure, description)


def growth(prompts: list[int], live: list[int], log: list[int]) -> None:
    """Show what grows in a line and what with the square, in a thread that keeps everything.

    Of turn 1, 2, …: prompt tokens, bytes of the live state, bytes of the checkpoint log.
    """
    turns = range(1, len(prompts) + 1)
    totals = [sum(prompts[:turn]) for turn in turns]
    figure = Figure(figsize=(10, 3), layout="constrained")
    each, all_turns, stored = figure.subplots(1, 3)
    each.bar(turns, prompts, color=BLUE)
    each.set(title="a turn's prompt: a line", xlabel="turn", ylabel="tokens")
    all_turns.bar(turns, totals, color=ORANGE)
    all_turns.set(title="all prompts so far: a square", xlabel="turn", ylabel="tokens")
    stored.plot(turns, [size / 1e6 for size in log], color=ORANGE)
    stored.plot(turns, [size / 1e6 for size in live], color=BLUE, linestyle="--")
    stored.set(title="stored: a square and a line", xlabel="turn", ylabel="million bytes")
    stored.annotate("log", (turns[-1], log[-1] / 1e6), (-30, -4), textcoords="offset points")
    stored.annotate("live state", (turns[-1], live[-1] / 1e6), (-48, 6), textcoords="offset points")
    description = (
        f"Three charts over turns 1 to {len(prompts)}. Left, the prompt of a turn rises in a straight line "
        f"from {prompts[0]:,} to {prompts[-1]:,} tokens. Middle, the sum of all prompts curves upwards to "
        f"{totals[-1]:,}. Right, the bytes of the checkpoint log (solid) curve upwards to {log[-1]:,}, while "
        f"the live state (dashed) rises in a line to {live[-1]:,}."
    )
    show(figure, description)


def checkpoint_cycle(log: list[tuple[int, str, int]]) -> None:
    """Show what one turn does with a thread's log: read, take in, append, run, and what each step writes.

    log: a thread's checkpoints, oldest first, as (step, source, number of messages). The newest turn is
    the one that is drawn. Its graph has one node or several in a row.
    """
    start = max(place for place, (_, source, _) in enumerate(log) if source == "input")
    doing = ["take in your message", "append it (the reducer)"]
    doing += ["run the node, append what it returns"] * (len(log) - start - 2)
    figure = Figure(figsize=(8, 0.55 * len(log) + 0.6), layout="constrained")
    axes = figure.subplots()
    axes.set(xlim=(0, 10), ylim=(len(log) - 0.4, -1.1))
    axes.axis("off")
    axes.text(2.2, -0.75, "what an invoke does", ha="center", weight="bold")
    axes.text(7.9, -0.75, "the thread's checkpoint log", ha="center", weight="bold")

    def box(left: float, row: int, width: float, text: str, colour: str) -> None:
        frame = FancyBboxPatch((left, row - 0.3), width, 0.6, boxstyle="round,pad=0.05")
        frame.set(facecolor="white", edgecolor=colour, linewidth=1.5)
        axes.add_patch(frame)
        axes.text(left + width / 2, row, text, ha="center", va="center", fontsize=9)

    def arrow(row: int, from_left: float, to_left: float, text: str, colour: str) -> None:
        style = {"arrowstyle": "->", "color": colour, "linewidth": 1.5}
        axes.annotate("", xy=(to_left, row), xytext=(from_left, row), arrowprops=style)
        axes.text(5.15, row - 0.12, text, ha="center", fontsize=9)

    for row, (step, source, messages) in enumerate(log):
        newest = " (live state)" if row == len(log) - 1 else ""
        colour = GREY if row < start else ORANGE
        box(5.9, row, 4, f"step {step} · {source} · {counted(messages, 'message')}{newest}", colour)
        if row >= start:
            box(0.1, row, 4.3, f"{row - start + 2}. {doing[row - start]}", BLUE)
            arrow(row, 4.5, 5.8, "write", ORANGE)
    if start:
        box(0.1, start - 1, 4.3, "1. read the newest checkpoint", BLUE)
        arrow(start - 1, 5.8, 4.5, "read", GREY)
    description = (
        f"A diagram of one turn. The thread's log already held {counted(start, 'checkpoint')}. The invoke "
        f"reads the newest of them, then writes {counted(len(log) - start, 'new one')}: "
        + "; ".join(
            f"{doing[place]}, step {step}, {source}, {counted(messages, 'message')}"
            for place, (step, source, messages) in enumerate(log[start:])
        )
        + ". The last one is the live state."
    )
    show(figure, description)


def counted(number: int, noun: str) -> str:
    """ "1 message", "1,024 messages"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def show(figure: Figure, description: str) -> None:
    """Display a figure; `description` says the same in words, for those who do not see it."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=100, metadata={"Software": None})
    png = base64.b64encode(picture.getvalue()).decode()
    if somebody_is_there():
        # Jupyter gives a picture no alternative text of its own.
        page = f'<img src="data:image/png;base64,{png}" alt="{html.escape(description)}">'
        display({"text/html": page, "text/plain": description}, raw=True)
    else:  # what is committed: a picture that every viewer shows
        display({"image/png": png, "text/plain": description}, raw=True)
