"""The graded exercises: one module a lesson, with its tasks, checks and hints.

task      what a task is, and what a check does
dialogue  what checks of conversations share
"""
