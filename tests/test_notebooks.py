"""Reading, writing, normalising and running notebooks."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notebook_making import code, notebook, result, save, stream, text

from course_helpers import notebooks
from course_helpers.errors import CourseError

WIDGET = "application/vnd.jupyter.widget-view+json"


def test_metadata_of_editors_is_dropped():
    made = notebook("lesson", code("a", "1", role="answer", task="1.1", tags=["keep"]))
    made.metadata.update(
        widgets={"state": 1},
        kernelspec={"name": "my-env", "display_name": "Mine"},
        language_info={"name": "python", "version": "3.99"},
        toc=True,
    )
    made.cells[0].metadata.update(
        scrolled=True, execution={"iopub.execute_input": "2026-01-01"}, trusted=True, jupyter={}
    )
    normal = notebooks.normalise(made)
    assert normal.metadata == {
        "course": {"kind": "lesson"},
        "kernelspec": notebooks.KERNELSPEC,
        "language_info": {"name": "python"},
    }
    assert normal.cells[0].metadata == {"course": {"role": "answer", "task": "1.1"}, "tags": ["keep"]}


def test_cells_that_ran_are_counted_from_one():
    made = notebook(
        "lesson", code("a", "1", outputs=[result("1")]), code("b", ""), code("c", "2", outputs=[result("2")])
    )
    made.cells[0].execution_count, made.cells[2].execution_count = 41, 97
    normal = notebooks.normalise(made)
    assert [cell.execution_count for cell in normal.cells] == [1, None, 2]
    assert normal.cells[2].outputs[0].execution_count == 2


def test_a_stream_is_one_output_however_it_was_cut():
    outputs = [stream("a\n"), stream("b\n"), result("1"), stream("c\n")]
    normal = notebooks.normalise(notebook("lesson", code("a", "1", outputs=outputs)))
    shown = [output.get("text", "result") for output in normal.cells[0].outputs]
    assert shown == ["a\nb\n", "result", "c\n"]


def test_widget_views_are_dropped_and_their_text_is_kept():
    both = result("Slider(0)", **{WIDGET: "id"})
    view = nbformat.v4.new_output("display_data", {WIDGET: "id"})
    picture = nbformat.v4.new_output(
        "display_data", {"image/png": "aaaa"}, metadata={"image/png": {"width": 9}, "x": 1}
    )
    normal = notebooks.normalise(notebook("lesson", code("a", "1", outputs=[both, view, picture])))
    assert [dict(output.data) for output in normal.cells[0].outputs] == [
        {"text/plain": "Slider(0)"},
        {"image/png": "aaaa"},
    ]
    assert normal.cells[0].outputs[1].metadata == {"image/png": {"width": 9}}


@pytest.mark.parametrize(
    ("given_ids", "expected"),
    [
        (["answer-1-1", "setup"], ["answer-1-1", "setup"]),
        (["twice", "twice"], ["twice", "twice-2"]),
        ([None, "3f2a9c1b"], ["look-at-the-second-request", "look-at-the-second-request-2"]),
        (["0b1c2d3e-1111-2222-3333-444455556666", "ok"], ["look-at-the-second-request", "ok"]),
        (["Not A Slug", "ok"], ["not-a-slug", "ok"]),
        (["x", "x-2"], ["x", "x-2"]),
    ],
)
def test_cell_ids(given_ids, expected):
    made = notebook("lesson", *(code("x", "# Look at the second request!") for _ in given_ids))
    for cell, cell_id in zip(made.cells, given_ids, strict=True):
        cell.pop("id") if cell_id is None else cell.update(id=cell_id)
    assert [cell.id for cell in notebooks.normalise(made).cells] == expected


OUTPUTS = st.lists(
    st.one_of(
        st.builds(stream, st.text(), st.sampled_from(["stdout", "stderr"])),
        st.builds(result, st.text()),
        st.just(nbformat.v4.new_output("display_data", {WIDGET: "id"})),
    ),
    max_size=4,
)
IDS = st.one_of(st.from_regex(r"[a-z0-9-]{1,8}", fullmatch=True), st.text(max_size=70))
CELLS = st.lists(
    st.one_of(
        st.builds(lambda i, s, o: code("x", s, outputs=o) | {"id": i}, IDS, st.text(), OUTPUTS),
        st.builds(lambda i, s: text("x", s) | {"id": i}, IDS, st.text()),
    ),
    max_size=5,
)


@settings(max_examples=50, deadline=None)
@given(CELLS)
def test_normalising_twice_changes_nothing_and_gives_a_valid_notebook(cells):
    made = notebook("lesson")
    made.cells = [nbformat.from_dict(cell) for cell in cells]
    once = notebooks.normalise(made)
    assert notebooks.dumps(once) == notebooks.dumps(notebooks.parse(notebooks.dumps(once), "x"))
    assert len({cell.id for cell in once.cells}) == len(cells)
    nbformat.validate(once)


def test_writing_says_whether_the_file_changed_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "é 01.ipynb"
    made = notebook("lesson", code("a", "'ü'"))
    assert notebooks.write(made, path) is True
    assert notebooks.write(made, path) is False
    assert notebooks.is_normal(path)
    assert list(tmp_path.iterdir()) == [path]
    content = path.read_bytes()
    assert content.endswith(b"}\n")
    assert "ü".encode() in content
    path.write_bytes(content + b"\n")
    assert not notebooks.is_normal(path)


def test_reading_keeps_equal_ids(tmp_path):
    path = save(tmp_path, "01_x", notebook("exercise", code("a", "1"), code("a", "2")))
    assert [cell.id for cell in notebooks.read(path).cells] == ["a", "a"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{", "is not a notebook: .*git restore"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[]", "format 4"),
        (b'{"nbformat": 3, "worksheets": []}', "format 4"),
        (json.dumps({"nbformat": 4, "cells": [1]}).encode(), "format 4"),
    ],
)
def test_what_is_no_notebook_is_refused_in_one_line(tmp_path, content, complaint):
    path = tmp_path / "01_x.ipynb"
    path.write_bytes(content)
    with pytest.raises(CourseError, match=complaint) as caught:
        notebooks.read(path)
    assert "01_x.ipynb" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_notebook_is_refused_in_one_line(tmp_path):
    with pytest.raises(CourseError, match="is missing"):
        notebooks.read(tmp_path / "01_x.ipynb")


def test_a_kernel_gets_nothing_of_a_persons_own_set_up(monkeypatch):
    monkeypatch.setenv("PYTHONSTARTUP", "/home/me/startup.py")
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.setenv("IPYTHONDIR", "/home/me/.ipython")
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("PYTHONPATH", "/home/me/modules")
    environment = notebooks.kernel_environment()
    assert {"PYTHONSTARTUP", "PYTHONWARNINGS"}.isdisjoint(environment)
    assert environment["IPYTHONDIR"] != "/home/me/.ipython"
    assert environment["LANGSMITH_TRACING"] == "false"
    assert environment["COURSE_HEADLESS"] == "1"
    assert environment["PYTHONPATH"] == os.pathsep.join([str(notebooks.ROOT), "/home/me/modules"])
    assert Path(environment["MATPLOTLIBRC"]).is_file()


@pytest.mark.kernels
def test_running_a_notebook_again_changes_no_byte(tmp_path):
    cells = [
        code("stream", "print('a', flush=True)\nprint('b', flush=True)"),
        code("where", "import os, sys\nos.path.basename(os.getcwd())"),
        code("interpreter", f"assert sys.executable == {sys.executable!r}"),
        code("figure", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"),
    ]
    path = save(tmp_path / "notebooks é", "01_x", notebook("lesson", *cells))
    assert notebooks.execute(path) is True
    first = path.read_bytes()
    assert notebooks.execute(path) is False
    assert path.read_bytes() == first
    outputs = [cell.outputs for cell in notebooks.read(path).cells]
    assert outputs[0][0].text == "a\nb\n"
    assert outputs[1][0].data["text/plain"] == "'notebooks é'"
    assert "image/png" in outputs[3][0].data


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("source", "tags", "complaint"),
    [
        ("input('?')", ["raises-exception"], "cell bad: StdinNotImplementedError: raw_input was called"),
        ("import sys\nprint('careful', file=sys.stderr)", [], r"cell bad writes to stderr \(careful\)"),
        ("import os\nos._exit(3)", [], "cell bad: the kernel has ended"),
    ],
)
def test_a_notebook_that_fails_is_named_and_left_as_it_was(tmp_path, source, tags, complaint):
    path = save(tmp_path, "01_x", notebook("lesson", code("good", "1"), code("bad", source, tags=tags)))
    before = path.read_bytes()
    with pytest.raises(CourseError, match=complaint) as caught:
        notebooks.execute(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_the_output_of_a_predicted_cell_is_folded():
    made = notebook("lesson", code("before", "1"), code("shown", "2", outputs=[result("2")]))
    made.cells.insert(1, nbformat.v4.new_markdown_cell("Look.\n\n**Predict.** What comes?", id="predict"))
    normal = notebooks.normalise(made)
    hidden = [cell.id for cell in normal.cells if cell.metadata.get("jupyter")]
    assert hidden == ["shown"]
    assert notebooks.normalise(normal) == normal
