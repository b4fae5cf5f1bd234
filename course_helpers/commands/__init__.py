"""One module a command: lab, test, grade, release, execute. Each has run(args) -> exit code."""
