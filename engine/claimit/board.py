"""The board of Claim It!: 36 fields as the bits of a plain int.

A field is a number from 0 to 35, 1/1 first, then along the row: 2/1 … 6/1, 1/2 … 6/6. It is also the index of the
field's light in a frame. A set of fields is an int in which bit `field` is set.
"""

from __future__ import annotations

from typing import NewType

Field = NewType("Field", int)
Stone = NewType("Stone", int)
"""What a placement puts down: 1 to 6 a claim stone, 0 an ownership stone."""

OWN = Stone(0)
SIDE = 6
FIELDS = tuple(Field(number) for number in range(SIDE * SIDE))
EVERYWHERE = (1 << SIDE * SIDE) - 1
