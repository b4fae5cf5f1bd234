"""Benchmarks, one module each. Each compares with a peer in the same run; none is a test.

gateway   milliseconds a model call
"""
