"""What a call costs, in dollars."""

from __future__ import annotations

from dataclasses import dataclass

from course_helpers.errors import CourseError
from course_helpers.gateway.log import Request

MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """Dollars for a million tokens: of the prompt, of the reply, and of a prompt's cached beginning."""

    prompt: float
    reply: float
    cached: float

    def dollars(self, request: Request) -> float:
        fresh = request.prompt_tokens - request.cached_tokens
        cost = (
            fresh * self.prompt + request.cached_tokens * self.cached + request.completion_tokens * self.reply
        )
        return cost / MILLION

    def __str__(self) -> str:
        cached = "" if self.cached == self.prompt else f", {_shown(self.cached)} cached"
        return f"{_shown(self.prompt)} in{cached}, {_shown(self.reply)} out per million tokens"


def price_of(numbers: object) -> Price:
    """A Price from two numbers, or three. Raises CourseError if they are not.

    numbers: (prompt, reply) or (prompt, reply, cached), dollars for a million tokens. Without the third a
    cached token costs as much as any other.
    """
    if isinstance(numbers, Price):
        return numbers
    usable = isinstance(numbers, tuple | list) and len(numbers) in (2, 3)
    if not usable or not all(_is_amount(number) for number in numbers):  # type: ignore[attr-defined]
        raise CourseError(
            f"price={numbers!r} is no price. Give dollars for a million tokens: price=(0.15, 0.60) for "
            "prompt and reply, with a third number for cached prompt tokens."
        )
    prompt, reply, *cached = (float(number) for number in numbers)  # type: ignore[attr-defined]
    return Price(prompt, reply, cached[0] if cached else prompt)


def _is_amount(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and 0 <= number < float("inf")


def _shown(amount: float) -> str:
    """At least two decimals, and more where the amount has them."""
    return f"${amount:.2f}" if round(amount, 2) == amount else f"${amount:g}"
