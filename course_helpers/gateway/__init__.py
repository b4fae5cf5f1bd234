"""The course gateway: a small OpenAI-compatible server in a thread of the kernel.

tokens   exact counts, and the vocabulary they need, offline
log      what the server was sent, for the lessons to look at
app      the HTTP routes
server   starts and stops it
offline_model   the rules that answer
"""
