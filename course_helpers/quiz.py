"""A short quiz at the end of a lesson: every choice gets its reason."""

from __future__ import annotations

import html
from dataclasses import dataclass

from course_helpers.front_end import somebody_is_there


@dataclass(frozen=True)
class Choice:
    text: str
    reason: str  # why it is right or wrong
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A question with its choices; exactly one is right."""

    text: str
    choices: tuple[Choice, ...]

    def __init__(self, text: str, *choices: Choice) -> None:
        if sum(choice.right for choice in choices) != 1:
            raise ValueError(f"Exactly one choice must be right: {text}")
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "choices", choices)


def quiz(questions: tuple[Question, ...]) -> None:
    """Show a quiz: with buttons to a person in Jupyter, as text anywhere else."""
    if somebody_is_there():
        _show_widgets(questions)
    else:
        print("\n\n".join(as_text(number, question) for number, question in enumerate(questions, 1)))


def as_text(number: int, question: Question) -> str:
    choices = [f"   {'abcdef'[place]}) {choice.text}" for place, choice in enumerate(question.choices)]
    return "\n".join([f"{number}. {question.text}", *choices])


def _show_widgets(questions: tuple[Question, ...]) -> None:
    import ipywidgets  # type: ignore[import-untyped]
    from IPython.display import display

    def question_box(number: int, question: Question) -> ipywidgets.VBox:
        title = ipywidgets.HTML(f"<b>{number}. {html.escape(question.text)}</b>")
        options = [(choice.text, place) for place, choice in enumerate(question.choices)]
        buttons = ipywidgets.RadioButtons(options=options, value=None, layout={"width": "max-content"})
        reason = ipywidgets.HTML()

        def show_reason(change: dict[str, int]) -> None:
            choice = question.choices[change["new"]]
            reason.value = f"{'✓' if choice.right else '✗'} {html.escape(choice.reason)}"

        buttons.observe(show_reason, names="value")
        return ipywidgets.VBox([title, buttons, reason], layout={"margin": "0 0 12px 0"})

    boxes = [question_box(number, question) for number, question in enumerate(questions, 1)]
    display(ipywidgets.VBox(boxes))
