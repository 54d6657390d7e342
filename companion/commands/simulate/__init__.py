"""Games between bots by the thousand; only the commands import it, when they are called.

A study is a value, and a batch of its games a pure function of it and of their numbers (`games.py`): so it does not
matter which process or machine plays them, nor in which order.
"""
