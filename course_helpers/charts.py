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

BLUE, ORANGE = "#0072b2", "#e69f00"  # of the Okabe-Ito palette


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
