"""The figures: what they say in words agrees with what they plot, and everybody gets the words."""

from __future__ import annotations

import base64

import pytest

from course_helpers import charts


@pytest.fixture
def shown(monkeypatch):
    """What is displayed: a list of (data by mime type)."""
    outputs = []
    monkeypatch.setattr(charts, "display", lambda data, raw: outputs.append(data))
    return outputs


def test_a_program_gets_a_picture_and_words(shown):
    charts.replay_cost([10, 70, 130])
    (data,) = shown
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert "turns 1 to 3" in data["text/plain"]
    assert "from 10 to 130" in data["text/plain"]
    assert "upwards to 210" in data["text/plain"]


def test_a_person_gets_a_picture_with_alternative_text(shown, monkeypatch):
    monkeypatch.setattr(charts, "somebody_is_there", lambda: True)
    charts.replay_cost([1000, 2000])
    (data,) = shown
    assert "image/png" not in data
    assert f'alt="{data["text/plain"]}"' in data["text/html"]


def test_the_same_numbers_give_the_same_bytes(shown):
    charts.replay_cost([10, 70])
    charts.replay_cost([10, 70])
    charts.replay_cost([10, 71])
    assert shown[0] == shown[1] != shown[2]


def test_bars_are_the_numbers():
    """Reads the bars back from the figure that was drawn."""
    seen = {}

    def keep(figure, description):
        seen["heights"] = [[bar.get_height() for bar in axes.patches] for axes in figure.axes]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(charts, "show", keep)
        charts.replay_cost([10, 70, 130])
    assert seen["heights"] == [[10, 70, 130], [10, 80, 210]]


def test_a_turn_is_drawn_with_what_it_reads_and_writes(shown):
    one_turn = [(-1, "input", 0), (0, "loop", 1), (1, "loop", 2)]
    charts.checkpoint_cycle([*one_turn, (2, "input", 2), (3, "loop", 3), (4, "loop", 4)])
    (data,) = shown
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert "already held 3 checkpoints" in data["text/plain"]
    assert "writes 3 new ones" in data["text/plain"]
    assert "step 4, loop, 4 messages. The last one is the live state." in data["text/plain"]


def test_the_first_turn_of_a_thread_can_be_drawn(shown):
    charts.checkpoint_cycle([(-1, "input", 0), (0, "loop", 1), (1, "loop", 2)])
    assert "already held 0 checkpoints" in shown[0]["text/plain"]
    assert "step 0, loop, 1 message;" in shown[0]["text/plain"]


def test_growth_says_what_it_plots(shown, monkeypatch):
    drawn = []
    draw = charts.show
    monkeypatch.setattr(charts, "show", lambda figure, words: (drawn.append(figure), draw(figure, words)))
    charts.growth([10, 70, 130], [100, 200, 300], [1_000_000, 4_000_000, 9_000_000])
    each, all_turns, stored = drawn[0].axes
    assert [bar.get_height() for bar in each.patches] == [10, 70, 130]
    assert [bar.get_height() for bar in all_turns.patches] == [10, 80, 210]
    assert [list(line.get_ydata()) for line in stored.lines] == [[1, 4, 9], [0.0001, 0.0002, 0.0003]]
    words = shown[0]["text/plain"]
    for number in ("from 10 to 130 tokens", "upwards to 210", "upwards to 9,000,000", "in a line to 300"):
        assert number in words
