"""The course gateway: a small OpenAI-compatible server in a thread of the kernel.

server   starts and stops it
app      the HTTP routes: window, answer, log
parsing  a request's body, checked; protocol: the same, typed
errors, streaming   answers in OpenAI's shape
tokens   exact counts, and the vocabulary they need, offline
prefix_cache, price   what a provider would have cached, and what a call costs
log      what the server was sent, for the lessons to look at
offline_model   the rules that answer
embeddings      vectors from a small sentence encoder
live, upstream  live mode: its settings, and the forwarding to a real model
"""
