"""The lab: what studies need, beside the table. Games between bots by the thousand, what they say, and training.

Nobody at the table imports this room, nor starts slower for it; the commands import it when they are called. A study is
a value (`study.py`), and a batch of its games a pure function of it and of their numbers (`games.py`): so it does not
matter which process, which machine or in which order they are played, and shards of a study put together are the study.
"""
