"""A body for the box: solids, drawings, the perfboard and its netlist. The program imports nothing of it.

What needs a CAD kernel (`solids`, `pictures`, `drawings`) runs in an environment of its own, `.venv-body`, which
`make body` sets up. `measures`, `netlist` and `perfboard` do not: so every test run holds them against the docs and the
program's default wiring.
"""
