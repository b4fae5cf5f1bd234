"""What holds for every notebook of the course: kind, form, length, outputs."""

from __future__ import annotations

import re
import statistics

import nbformat
import pytest
from notebook_making import code, notebook, result, stream

from course_helpers import notebooks
from course_helpers.grading.changes import changed_files
from course_helpers.grading.release import check_solution, role
from course_helpers.lessons import lesson_file, lessons
from course_helpers.paths import EXERCISES, NOTEBOOKS, SOLUTIONS

KINDS = {NOTEBOOKS: "lesson", SOLUTIONS: "solution", EXERCISES: "exercise"}
LONG_LESSONS = {"07", "08", "10", "12", "16"}
CHANGED = changed_files()

# What differs on another machine or in another run, or is nobody's business.
LEAKS = {
    "address in memory": r"\b0x[0-9a-f]{6,}\b",
    "generated id": r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\b(?:chatcmpl|lc_run|run|resp|msg)-{1,2}[0-9A-Za-z]{8,}",
    "time": r"\b\d{1,2}:\d{2}:\d{2}\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d",
    "port": r"\b(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[::1\]):\d{2,5}\b",
    "path": r"(?<![\w/])/(?:home|root|tmp|Users|usr|var|opt|mnt|private)/\w"
    r"|\b[A-Z]:\\\w|\.venv\b|site-packages",
}
SECRETS = (
    r"\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_\w{20,}|\bAKIA[0-9A-Z]{16}\b|\bBearer [A-Za-z0-9._-]{16,}"
    r"|PRIVATE KEY-----|\bpostgres(?:ql)?://[^\s:/]+:[^\s@]+@|\bls[v_]\w{24,}|\beyJ[\w-]{20,}\."
)


def every(*folders):
    """A parameter for each notebook in the folders, marked with its lesson."""
    paths = [lesson_file(folder, number) for folder in folders for number in lessons(folder)]
    return pytest.mark.parametrize(
        "path",
        [
            pytest.param(path, id=f"{path.parent.name}/{path.name}", marks=pytest.mark.lesson(path.name[:2]))
            for path in paths
        ],
    )


def as_committed(path):
    """The notebook, unless somebody works in it: its form is then not held against them."""
    if path.resolve() in CHANGED:
        pytest.skip(f"{path.name} was changed here")
    return notebooks.read(path)


def code_cells(made):
    return [cell for cell in made.cells if cell.cell_type == "code"]


def texts_of(cell):
    """Everything that a cell shows as text."""
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            yield output.text
        elif output.output_type == "error":
            yield "\n".join([output.ename, output.evalue, *output.traceback])
        else:
            yield from (str(data) for kind, data in output.data.items() if not kind.startswith("image/png"))


def leaks(made):
    """What a notebook gives away, a line each: the cell, what it is, and the text."""
    patterns = {**LEAKS, "secret": SECRETS}
    shown = [(cell.id, text) for cell in made.cells for text in texts_of(cell)]
    found = [
        f"{cell_id}: {name} {match[0]!r}"
        for cell_id, text in shown
        for name, pattern in patterns.items()
        for match in re.finditer(pattern, text)
    ]
    sources = [(cell.id, match[0]) for cell in made.cells for match in re.finditer(SECRETS, cell.source)]
    return found + [f"{cell_id}: secret {text!r} in its source" for cell_id, text in sources]


def test_there_is_a_course():
    assert lessons(NOTEBOOKS)
    assert set(lessons(SOLUTIONS)) <= set(lessons(NOTEBOOKS))
    assert lessons(EXERCISES) == lessons(SOLUTIONS)


@every(NOTEBOOKS, SOLUTIONS, EXERCISES)
def test_kind_and_kernel(path):
    made = as_committed(path)
    assert made.metadata.course.kind == KINDS[path.parent]
    assert made.metadata.kernelspec == notebooks.KERNELSPEC
    assert made.cells[0].cell_type == "markdown"
    assert made.cells[0].source.startswith("# ")
    nbformat.validate(made)


@every(SOLUTIONS, EXERCISES)
def test_a_solution_and_its_exercise_have_the_lessons_name(path):
    assert path.name == lesson_file(NOTEBOOKS, path.name[:2]).name


@every(NOTEBOOKS, SOLUTIONS)
def test_cells_can_be_read_at_a_glance(path):
    lengths = sorted(len(cell.source.splitlines()) for cell in code_cells(as_committed(path)))
    assert max(lengths) <= 25
    if path.parent == NOTEBOOKS:
        assert statistics.median(lengths) <= 4
        assert lengths[int(0.9 * len(lengths)) - 1] <= 10
        most = 40 if path.name[:2] in LONG_LESSONS else 30
        least = 5 if path.name[:2] == "00" else 15  # 00 is short: it is read before anything is known
        assert least <= len(lengths) <= most


@every(NOTEBOOKS, SOLUTIONS)
def test_every_cell_was_run_in_order_and_none_failed(path):
    cells = [cell for cell in code_cells(as_committed(path)) if cell.source.strip()]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [(cell.id, output) for cell in cells for output in cell.outputs]
    assert [cell_id for cell_id, output in outputs if output.output_type == "error"] == []
    assert [cell_id for cell_id, output in outputs if output.get("name") == "stderr"] == []


@every(NOTEBOOKS, SOLUTIONS)
def test_an_error_is_asserted_and_not_allowed(path):
    for cell in code_cells(as_committed(path)):
        assert not {"raises-exception", "nbval-skip", "nbval-raises-exception"} & set(
            cell.metadata.get("tags", [])
        )
        assert not re.search(r"^\s*#\s*NBVAL_(SKIP|RAISES_EXCEPTION)\s*$", cell.source, re.MULTILINE)


@every(NOTEBOOKS, SOLUTIONS)
def test_outputs_hold_nothing_of_one_machine_or_one_run(path):
    assert leaks(as_committed(path)) == []


@every(SOLUTIONS)
def test_a_solution_is_complete_and_says_so(path):
    made = as_committed(path)
    check_solution(made, f"solutions/{path.name}")
    for cell in made.cells:
        if role(cell) == "check":
            (shown,) = [text for text in texts_of(cell) if text.startswith("✓")]
            assert shown.startswith(f"✓ {cell.metadata.course.task} ")


@every(SOLUTIONS, EXERCISES)
def test_every_task_has_a_check_and_a_hint(path):
    made = as_committed(path)
    checks = [cell for cell in made.cells if role(cell) == "check"]
    assert len(checks) >= 2
    for check in checks:
        (name,) = re.findall(r"^(\w+)\.check\(", check.source, re.MULTILINE)
        hint = rf"^# {name}\.hint\(\)"
        assert any(re.search(hint, cell.source, re.MULTILINE) for cell in code_cells(made)), check.id


@every(EXERCISES)
def test_an_exercise_has_no_outputs(path):
    for cell in code_cells(as_committed(path)):
        assert (cell.outputs, cell.execution_count) == ([], None)


@pytest.mark.parametrize(
    "text",
    [
        "<Client object at 0x7f3c2a91d0>",
        "id='lc_run--019ac2f1-7a3e-7c52-9d3b-0a1b2c3d4e5f-0'",
        "chatcmpl-9xYz12AbCd",
        "2026-11-30T21:50",
        "done at 9:41:07",
        "http://127.0.0.1:43127/v1",
        "/home/me/course/notebooks",
        "File C:\\Users\\me",
        ".venv/lib/python3.11/site-packages/x.py",
        "sk-proj-abcdefghijklmnop",
        "postgresql://me:secret@host/db",
    ],
)
def test_a_leak_is_found(text):
    assert leaks(notebook("lesson", code("a", "1", outputs=[stream(text)])))
    assert leaks(notebook("lesson", code("a", "1", outputs=[result("x", **{"text/html": f"<b>{text}</b>"})])))


def test_a_secret_in_a_source_is_found():
    planted = notebook("lesson", code("a", "key = 'sk-proj-abcdefghijklmnop'"))
    assert leaks(planted) == ["a: secret 'sk-proj-abcdefghijklmnop' in its source"]


@pytest.mark.parametrize(
    "text",
    [
        "1,234 tokens; turn 12:30 of 40",
        "thread_id = 'ada-1'",
        "{'role': 'user', 'content': 'See https://example.org/tmp/x'}",
        "</div></tmp>",
        "0x1f",
        "run-time and msg-length, ask-me-anything-about-tokens",
    ],
)
def test_ordinary_text_is_no_leak(text):
    assert leaks(notebook("lesson", code("a", "1", outputs=[stream(text)]))) == []
