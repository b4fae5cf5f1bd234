"""Right and wrong answers for every task of every exercise: the checks are tested against them.

One module a lesson. RIGHT maps a task's name to answers that must pass, WRONG to pairs of an answer that
must not pass and a part of the line that it must get. Right answers are written differently from the
solution; wrong ones are those that people give.
"""
