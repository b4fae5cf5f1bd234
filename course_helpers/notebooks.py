"""Read, write, normalise and run notebooks.

A committed notebook has one form, so that a diff shows what its author changed and nothing else: running a
notebook again and saving it changes no byte.
"""

from __future__ import annotations

import atexit
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

# nbformat's validator imports this package if it is there, for a check that notebooks do not use: 2 seconds.
# ruff: noqa: E402
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import nbjson

from course_helpers.errors import CourseError
from course_helpers.paths import ROOT

CELL_TIMEOUT = 120  # seconds; nothing in a lesson comes near it
KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# What nbformat and JupyterLab give a new cell: 8 hexadecimal digits, or a UUID.
_MACHINE_MADE = re.compile(r"(?=.*\d)[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?")


def read(path: Path) -> NotebookNode:
    """The notebook in a file. Cell ids are left as they are, also if two are equal or one is missing.

    Raises CourseError if the file is missing or is not a notebook of format 4.
    """
    try:
        return parse(path.read_text(encoding="utf-8"), _short(path))
    except FileNotFoundError:
        raise CourseError(f"{_short(path)} is missing. Bring it back: git restore {_short(path)}") from None
    except UnicodeDecodeError:
        problem = "is not a notebook: it is not UTF-8 text"
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
    raise CourseError(
        f"{_short(path)} {problem}. Bring back the last good version: git restore {_short(path)}"
    )


def parse(text: str, name: str) -> NotebookNode:
    """The notebook in a text. name: how an error calls it. Raises CourseError if it is none."""
    try:
        content = json.loads(text)
    except ValueError as error:
        raise CourseError(
            f"{name} is not a notebook: {error}. Bring back the last good version: git restore {name}"
        ) from None
    cells = content.get("cells") if isinstance(content, dict) and content.get("nbformat") == 4 else None
    if not isinstance(cells, list) or not all(isinstance(c, dict) and "cell_type" in c for c in cells):
        raise CourseError(
            f"{name} is not a notebook of format 4. Bring back the last good version: git restore {name}"
        )
    for cell in cells:  # what a damaged file may lack
        cell.setdefault("metadata", {})
        cell.setdefault("source", "")
        if cell["cell_type"] == "code":
            cell.setdefault("outputs", [])
            cell.setdefault("execution_count", None)
    notebook: NotebookNode = nbjson.to_notebook(content)
    notebook.setdefault("metadata", NotebookNode())
    return notebook


def write(notebook: NotebookNode, path: Path) -> bool:
    """Write a notebook in its normal form. Returns whether the file has changed.

    The file is replaced as a whole: an interrupted write leaves the old one.
    """
    text = dumps(notebook)
    if path.exists() and path.read_bytes() == text.encode():
        return False
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return True


def dumps(notebook: NotebookNode) -> str:
    """The text of a notebook in its normal form."""
    text: str = nbjson.writes(normalise(notebook))
    return text + "\n"


def is_normal(path: Path) -> bool:
    """Whether a file holds its notebook in the normal form, byte for byte."""
    return path.read_bytes() == dumps(read(path)).encode()


def normalise(notebook: NotebookNode) -> NotebookNode:
    """A copy in the normal form.

    Kept: sources, outputs, the author's cell ids, `course` in the metadata, and a cell's tags. Cells that
    have run are counted from 1. The output of a cell that is to be predicted is folded. Dropped: all other
    metadata, widgets, times, and the way a stream was cut.
    """
    metadata = {"kernelspec": KERNELSPEC, "language_info": LANGUAGE}
    if "course" in notebook.metadata:
        metadata["course"] = notebook.metadata.course
    cells, ids, executed, predicted = [], set[str](), 0, False
    for cell in notebook.cells:
        normal = _normal_cell(cell)
        if predicted and cell.cell_type == "code":
            # JupyterLab shows the output when the cell is run: until then it would give the answer away.
            normal["metadata"]["jupyter"] = {"outputs_hidden": True}
        predicted = cell.cell_type == "markdown" and "**Predict" in cell.source.strip().split("\n\n")[-1]
        normal["id"] = _unique(_cell_id(cell), ids)
        if normal.get("execution_count") is not None:
            executed += 1
            normal["execution_count"] = executed
            for output in normal["outputs"]:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = executed
        cells.append(normal)
    return _node({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def _normal_cell(cell: NotebookNode) -> dict[str, Any]:
    metadata = {key: cell.metadata[key] for key in ("course", "tags") if cell.metadata.get(key)}
    normal = {
        "cell_type": cell.cell_type,
        "metadata": metadata,
        "source": cell.source.replace("\r\n", "\n").rstrip("\n"),
    }
    if cell.cell_type == "code":
        normal["outputs"] = _normal_outputs(cell.outputs)
        normal["execution_count"] = cell.execution_count
    elif cell.get("attachments"):
        normal["attachments"] = cell.attachments
    return normal


def _normal_outputs(outputs: list[NotebookNode]) -> list[dict[str, Any]]:
    normal: list[dict[str, Any]] = []
    for output in outputs:
        if output.output_type == "stream":
            before = normal[-1] if normal else {}
            if before.get("name") == output.name:
                before["text"] += output.text
            else:
                normal.append({"output_type": "stream", "name": output.name, "text": output.text})
        elif output.output_type == "error":
            normal.append({key: output[key] for key in ("output_type", "ename", "evalue", "traceback")})
        elif data := {kind: content for kind, content in output.data.items() if kind != WIDGET_VIEW}:
            # The rest of an output's metadata belongs to one front end; the size of a picture belongs to it.
            metadata = {kind: value for kind, value in output.get("metadata", {}).items() if kind in data}
            normal.append({"output_type": output.output_type, "data": data, "metadata": metadata})
    return normal


def _cell_id(cell: NotebookNode) -> str:
    """The author's id, or one made of the cell's first words."""
    given = str(cell.get("id", ""))
    if _SLUG.fullmatch(given) and len(given) <= 64 and not _MACHINE_MADE.fullmatch(given):
        return given
    text = cell.source if _MACHINE_MADE.fullmatch(given) or not given else given
    first_line = text.strip().partition("\n")[0].lower()
    return "-".join(re.findall(r"[a-z0-9]+", first_line)[:6])[:50].strip("-") or cell.cell_type


def _unique(name: str, taken: set[str]) -> str:
    number, unique = 1, name
    while unique in taken:
        number += 1
        unique = f"{name}-{number}"
    taken.add(unique)
    return unique


def _node(content: dict[str, Any]) -> NotebookNode:
    # Through JSON: a copy all the way down.
    node: NotebookNode = nbformat.from_dict(json.loads(json.dumps(content)))
    return node


def execute(path: Path) -> bool:
    """Run a notebook in its own folder and write it back with its new outputs, in the normal form.

    Returns whether the file has changed. Raises CourseError, and leaves the file as it was, if a cell raises,
    takes more than CELL_TIMEOUT seconds, ends the kernel, asks for input or writes to stderr.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    notebook = read(path)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    current = {"id": "?"}

    def remember(cell: NotebookNode, cell_index: int) -> None:
        current["id"] = cell.get("id") or str(cell_index)

    client = NotebookClient(
        notebook,
        km=_kernel_manager(),
        timeout=CELL_TIMEOUT,
        force_raise_errors=True,
        allow_errors=False,
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_start=remember,
    )
    try:
        # The kernel's own log goes nowhere; what a cell writes to stderr is in its outputs.
        client.execute(env=kernel_environment(), stderr=subprocess.DEVNULL, cleanup_kc=True)
    except CellExecutionError as error:
        what = f"{error.ename}: {_last_line(error.evalue)}"
    except CellTimeoutError:
        what = f"more than {CELL_TIMEOUT} seconds"
    except (DeadKernelError, RuntimeError) as error:
        what = f"the kernel has ended ({_last_line(str(error))})"
    else:
        for cell in notebook.cells:
            _refuse_stderr(cell, path)
        return write(notebook, path)
    raise CourseError(f"{_short(path)}, cell {current['id']}: {what}. Mend the cell; the file is unchanged.")


def _refuse_stderr(cell: NotebookNode, path: Path) -> None:
    for output in cell.get("outputs", []):
        if output.output_type == "stream" and output.name == "stderr":
            first_line = output.text.strip().partition("\n")[0]
            raise CourseError(
                f"{_short(path)}, cell {cell.get('id', '?')} writes to stderr ({first_line}). "
                "Record the warning or remove its cause; the file is unchanged."
            )


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].rstrip(".") or "no message"


def _kernel_manager() -> Any:
    """A manager whose kernel is this interpreter, whatever kernels the person has installed."""
    from ipykernel.kernelspec import RESOURCES, get_kernel_dict
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager

    class ThisPython(KernelSpecManager):
        def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
            return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())

    return AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ThisPython())


def kernel_environment(live: bool = False) -> dict[str, str]:
    """The environment of a kernel that nobody sits at: this one, less what a person's own set-up changes.

    A person's IPython start-up files, matplotlib style, warning filters and tracing accounts would change
    outputs, or send them away. live: whether COURSE_MODEL may name a real model; its wording is its own, so
    nothing that compares outputs may ask it.
    """
    unwanted = (
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "PYTHONSTARTUP",
        "PYTHONWARNINGS",
        "PYTHONINSPECT",
        "JPY_SESSION_NAME",
        "PYTEST_CURRENT_TEST",
    )
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment["COURSE_HEADLESS"] = "1"
    if not live:
        environment["COURSE_MODEL"] = ""
    environment["IPYTHONDIR"] = _empty_folder()
    environment["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    paths = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    environment["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(path for path in paths if path))
    for name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2"):
        environment[name] = "false"
    if matplotlib := importlib.util.find_spec("matplotlib"):
        environment["MATPLOTLIBRC"] = str(Path(matplotlib.origin or "").parent / "mpl-data" / "matplotlibrc")
    return environment


@cache
def _empty_folder() -> str:
    folder = tempfile.mkdtemp(prefix="course-ipython-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _short(path: Path) -> str:
    """The path as a person would type it at the root of the course."""
    path = path.resolve()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
