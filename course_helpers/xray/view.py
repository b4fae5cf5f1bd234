"""The x-ray in Jupyter: a slider over the turns, bars against the window, and where each message still is."""

from __future__ import annotations

import html
from typing import Any

from langchain_core.messages import AnyMessage

from course_helpers.charts import BLUE, ORANGE, counted
from course_helpers.xray import table
from course_helpers.xray.layers import Thread, XRay, text_of

SHOWN = 40  # messages of a layer; of a longer one the first and the newest
LINE = 90  # characters of a message


def show(thread: Thread, looked: XRay) -> None:
    """Display the view; it starts at the turn that `looked` shows."""
    from IPython.display import display

    display(view(thread, looked))


def view(thread: Thread, looked: XRay) -> Any:
    """The widget: a VBox of slider, layers and the search for a text."""
    import ipywidgets  # type: ignore[import-untyped]

    slider = ipywidgets.IntSlider(
        value=max(looked.turn, 1),
        min=1,
        max=max(looked.turns, 1),
        description="turn",
        continuous_update=False,
    )
    slider.disabled = looked.turns < 2
    wanted = ipywidgets.Text(value=looked.text or "", description="find", placeholder="a text")
    wanted.continuous_update = False
    chosen = ipywidgets.Dropdown(description="message", layout={"width": "70%"})
    layers = ipywidgets.HTML()

    def redraw() -> None:
        now = thread.at(slider.value if looked.turns else None, wanted.value or None)
        layers.value = page(now)
        options = [("pick one to see where it still is", "")]
        options += [
            (shortened(str(message.text)), str(message.text)) for message in now.state if message.text
        ]
        if chosen.options != tuple(options):
            chosen.options = options

    def pick(change: dict[str, Any]) -> None:
        if change["new"]:
            wanted.value = change["new"]

    slider.observe(lambda _: redraw(), names="value")
    wanted.observe(lambda _: redraw(), names="value")
    chosen.observe(pick, names="value")
    redraw()
    return ipywidgets.VBox([ipywidgets.HBox([slider, wanted]), chosen, layers])


def page(looked: XRay) -> str:
    """The three layers as HTML, with the numbers of the table."""
    request = looked.prompt
    sent = [(message["role"], text_of(message)) for message in request.messages] if request else []
    kept = [(str(message.type), words_of(message)) for message in looked.state]
    most = looked.window or max(looked.state_tokens, request.prompt_tokens if request else 0, 1)
    columns = [
        column(
            "prompt", table.prompt(looked), bar(request.prompt_tokens if request else 0, most), sent, looked
        ),
        column("live state", table.state(looked), bar(looked.state_tokens, most), kept, looked),
        column("checkpoint log", table.log(looked), "", versions(looked), looked),
    ]
    found = (
        "" if looked.text is None else f"<p>{html.escape(repr(shortened(looked.text)))}: {where(looked)}</p>"
    )
    return (
        f"<b>{html.escape(table.title(looked))}</b>{found}"
        f'<div style="display:flex;gap:16px;align-items:flex-start;line-height:1.35">{"".join(columns)}</div>'
    )


def where(looked: XRay) -> str:
    """In which layers the text is, in words."""
    return html.escape(
        f"in the prompt {table.yes_or_no(looked.in_prompt)}, in the live state "
        f"{table.yes_or_no(looked.in_state)}, in the log {table.stored(looked)}"
    )


def column(name: str, numbers: str, bar: str, lines: list[tuple[str, str]], looked: XRay) -> str:
    if len(lines) > SHOWN:
        between = len(lines) - SHOWN
        lines = [*lines[: SHOWN // 4], ("", f"… {between:,} more …"), *lines[between + SHOWN // 4 :]]
    rows = "".join(row(role, text, looked.text) for role, text in lines)
    return (
        f'<div style="flex:1;min-width:0"><b>{name}</b><br>{html.escape(numbers)}{bar}'
        f'<div style="max-height:320px;overflow:auto">{rows}</div></div>'
    )


def row(role: str, text: str, wanted: str | None) -> str:
    """One message. One that holds the text is marked by a border, and so without colour too."""
    mark = (
        f"border-left:4px solid {ORANGE};padding-left:4px"
        if wanted and wanted in text
        else "padding-left:8px"
    )
    shown = html.escape(shortened(text))
    return f'<div style="{mark};margin:2px 0"><small>{html.escape(role)}</small> {shown}</div>'


def bar(number: int, most: int) -> str:
    share = min(100, round(100 * number / most))
    title = f"{share} % of {counted(most, 'token')}"
    return (
        f'<div role="img" aria-label="{title}" title="{title}"'
        ' style="background:#ddd;height:8px;margin:4px 0">'
        f'<div style="background:{BLUE};height:8px;width:{share}%"></div></div>'
    )


def versions(looked: XRay) -> list[tuple[str, str]]:
    """The checkpoints, newest first, as the log's lines."""
    return [(f"step {version.step}", version.source) for version in reversed(looked.log.versions)]


def words_of(message: AnyMessage) -> str:
    """What a message says; for a call of tools, which ones."""
    calls = ", ".join(call["name"] for call in getattr(message, "tool_calls", []))
    return str(message.text) or (f"calls {calls}" if calls else "")


def shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LINE else line[: LINE - 1] + "…"
