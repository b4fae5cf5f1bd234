"""What a checkpointer has stored for a thread: versions, rows, bytes, and where a text stands in them.

Nothing is turned back into messages here: a text is looked for in the stored bytes. A log of 1,000 messages
holds many thousands of copies of them, and reading bytes is what makes the x-ray quick.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from course_helpers.errors import CourseError


@dataclass(frozen=True)
class Version:
    """One checkpoint of a thread. source: "input", "loop", "update" or "fork", as LangGraph names it."""

    checkpoint_id: str
    step: int
    source: str


@dataclass(frozen=True)
class Found:
    """Where a text stands: in how many versions of the state, and in how many stored rows."""

    versions: int
    rows: int


@dataclass(frozen=True)
class Log:
    """What is stored for a thread.

    versions: oldest first. rows: entries of all kinds (checkpoints, values, pending writes), subgraphs
    included. size: bytes of the stored values; ids, version numbers and times are not counted. An input of
    messages without ids is given them while it is being stored: by chance they count or not.
    """

    versions: tuple[Version, ...]
    rows: int
    size: int


class Storage:
    """A checkpointer, as the x-ray reads it. One subclass for each kind."""

    def __init__(self, saver: Any, thread_id: str) -> None:
        self.saver, self.thread_id = saver, thread_id

    def log(self) -> Log:
        raise NotImplementedError

    def find(self, text: str) -> Found:
        raise NotImplementedError


class InMemory(Storage):
    """InMemorySaver: three dicts."""

    def log(self) -> Log:
        values = [blob for _, (_, blob) in self._blobs()] + [row[2][1] for row in self._writes()]
        versions = [
            Version(checkpoint_id, metadata["step"], metadata["source"])
            for checkpoint_id, metadata in self._root_metadata()
        ]
        rows = len(values) + sum(map(len, self._namespaces().values()))
        return Log(in_order(versions), rows, sum(map(len, values)))

    def find(self, text: str) -> Found:
        needle = text.encode()
        holding = {key[1:] for key, (_, blob) in self._blobs() if needle in blob}
        rows = len(holding) + sum(needle in row[2][1] for row in self._writes())
        versions = 0
        for namespace, checkpoints in self._namespaces().items():
            for stored, _, _ in checkpoints.values():
                channels = self.saver.serde.loads_typed(stored)["channel_versions"]
                versions += any((namespace, name, number) in holding for name, number in channels.items())
        return Found(versions, rows)

    def _namespaces(self) -> dict[str, dict[str, Any]]:
        # The storage is a defaultdict: asking it would make an empty thread.
        return dict(self.saver.storage.get(self.thread_id, {}))

    def _root_metadata(self) -> Iterator[tuple[str, Any]]:
        for checkpoint_id, (_, metadata, _) in self._namespaces().get("", {}).items():
            yield checkpoint_id, self.saver.serde.loads_typed(metadata)

    def _blobs(self) -> list[tuple[Any, Any]]:
        return [(key, blob) for key, blob in list(self.saver.blobs.items()) if key[0] == self.thread_id]

    def _writes(self) -> list[Any]:
        of_thread = [rows for key, rows in list(self.saver.writes.items()) if key[0] == self.thread_id]
        return [row for rows in of_thread for row in rows.values()]


class Sqlite(Storage):
    """SqliteSaver: every checkpoint row holds the whole state of its version."""

    def log(self) -> Log:
        versions, count, size = [], 0, 0
        with self._cursor() as cursor:
            # `=` on the primary key's first column: the other threads in the file are not read. Row by row:
            # the log of a long thread is some hundred megabytes.
            for namespace, checkpoint_id, kind, stored, metadata in cursor.execute(
                "SELECT checkpoint_ns, checkpoint_id, type, checkpoint, metadata"
                " FROM checkpoints WHERE thread_id = ?",
                (self.thread_id,),
            ):
                count, size = count + 1, size + len(stored) - self._frame(kind, stored)
                if namespace == "":
                    told = json.loads(metadata)
                    versions.append(Version(checkpoint_id, told["step"], told["source"]))
            written, bytes_written = cursor.execute(
                "SELECT count(*), coalesce(sum(length(value)), 0) FROM writes WHERE thread_id = ?",
                (self.thread_id,),
            ).fetchone()
        return Log(in_order(versions), count + written, size + bytes_written)

    def find(self, text: str) -> Found:
        needle = text.encode()
        with self._cursor() as cursor:
            # Python looks through bytes faster than SQLite's instr() does.
            versions, writes = (
                sum(needle in value for (value,) in cursor.execute(query, (self.thread_id,)))
                for query in (
                    "SELECT checkpoint FROM checkpoints WHERE thread_id = ?",
                    "SELECT value FROM writes WHERE thread_id = ?",
                )
            )
        return Found(versions, versions + writes)

    @staticmethod
    def _frame(kind: str, stored: bytes) -> int:
        """Bytes of a stored checkpoint that are no values: ids, times, version numbers."""
        if kind != "msgpack":
            return 0
        import ormsgpack

        # Messages stay packed: only their place is looked at.
        option = ormsgpack.OPT_NON_STR_KEYS
        whole = ormsgpack.unpackb(stored, ext_hook=lambda *_: None, option=option)
        del whole["channel_values"]
        return len(ormsgpack.packb(whole, option=option))

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        self.saver.setup()
        with self.saver.lock:
            cursor = self.saver.conn.cursor()
            try:
                yield cursor
            finally:
                cursor.close()


class Postgres(Storage):
    """PostgresSaver: a value is stored once for each of its versions, plain texts and numbers in the
    checkpoint's own row."""

    COUNTS = """
        SELECT count(*), coalesce(sum(size), 0) FROM (
            SELECT octet_length((checkpoint -> 'channel_values')::text) - 2 AS size
              FROM checkpoints WHERE thread_id = %(thread)s
            UNION ALL SELECT coalesce(octet_length(blob), 0)
              FROM checkpoint_blobs WHERE thread_id = %(thread)s
            UNION ALL SELECT octet_length(blob)
              FROM checkpoint_writes WHERE thread_id = %(thread)s
        ) AS stored
    """
    VERSIONS = """
        SELECT checkpoint_id, (metadata ->> 'step')::int, metadata ->> 'source'
          FROM checkpoints WHERE thread_id = %(thread)s AND checkpoint_ns = ''
    """
    FIND = """
        WITH holding AS (
            SELECT checkpoint_ns, channel, version FROM checkpoint_blobs
             WHERE thread_id = %(thread)s AND position(%(bytes)s::bytea IN blob) > 0
        ), own AS (
            SELECT checkpoint_ns, checkpoint_id FROM checkpoints
             WHERE thread_id = %(thread)s
               AND position(%(json)s IN (checkpoint -> 'channel_values')::text) > 0
        ), versions AS (
            SELECT checkpoint_ns, checkpoint_id FROM own
            UNION
            SELECT c.checkpoint_ns, c.checkpoint_id
              FROM checkpoints c
              CROSS JOIN LATERAL jsonb_each_text(c.checkpoint -> 'channel_versions')
                         AS used (channel, version)
              JOIN holding h ON h.checkpoint_ns = c.checkpoint_ns
                            AND h.channel = used.channel AND h.version = used.version
             WHERE c.thread_id = %(thread)s
        )
        SELECT (SELECT count(*) FROM versions),
               (SELECT count(*) FROM holding) + (SELECT count(*) FROM own)
               + (SELECT count(*) FROM checkpoint_writes
                   WHERE thread_id = %(thread)s AND position(%(bytes)s::bytea IN blob) > 0)
    """

    def log(self) -> Log:
        with self._cursor() as cursor:
            rows, size = cursor.execute(self.COUNTS, {"thread": self.thread_id}).fetchone()
            versions = cursor.execute(self.VERSIONS, {"thread": self.thread_id}).fetchall()
        return Log(in_order([Version(*row) for row in versions]), rows, int(size))

    def find(self, text: str) -> Found:
        escaped = json.dumps(text, ensure_ascii=False)[1:-1]  # as it stands inside a JSON value
        wanted = {"thread": self.thread_id, "bytes": text.encode(), "json": escaped}
        with self._cursor() as cursor:
            return Found(*cursor.execute(self.FIND, wanted).fetchone())

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        from psycopg.rows import tuple_row
        from psycopg_pool import ConnectionPool

        if isinstance(self.saver.conn, ConnectionPool):
            with (
                self.saver.conn.connection() as connection,
                connection.cursor(row_factory=tuple_row) as cursor,
            ):
                yield cursor
        else:  # one connection, which the saver's own queries use too
            with self.saver.lock, self.saver.conn.cursor(row_factory=tuple_row) as cursor:
                yield cursor


# By name: a course without SQLite and PostgreSQL in it need not import them.
KINDS: dict[str, type[Storage]] = {
    "InMemorySaver": InMemory,
    "SqliteSaver": Sqlite,
    "PostgresSaver": Postgres,
}
ASYNC = ("AsyncSqliteSaver", "AsyncPostgresSaver")


def storage_of(saver: Any, thread_id: str) -> Storage:
    """How to read what this checkpointer stored for a thread.

    Raises CourseError for one that the x-ray cannot read.
    """
    names = [kind.__name__ for kind in type(saver).__mro__]
    if any(name in ASYNC for name in names):
        kind = names[0].removeprefix("Async")
        raise CourseError(f"The x-ray reads through {kind}. Compile the graph with one on the same database.")
    known = [KINDS[name] for name in names if name in KINDS]
    if not known:
        raise CourseError(f"The x-ray reads {', '.join(KINDS)}; this checkpointer is a {names[0]}.")
    if type(saver.serde).__name__ == "EncryptedSerializer":
        raise CourseError("The x-ray looks for texts in stored bytes, and this checkpointer encrypts them.")
    reader: Storage = known[0](saver, thread_id)
    return reader


def in_order(versions: list[Version]) -> tuple[Version, ...]:
    """Oldest first: the ids of checkpoints grow with time."""
    return tuple(sorted(versions, key=lambda version: version.checkpoint_id))
