"""Simulation: thousands of games between bots. Only the commands import it, when they are called.

A study is a value, and a batch of its games is a pure function of the study and the game numbers (`games.py`). So the
games do not depend on the process, the machine or the order.
"""
