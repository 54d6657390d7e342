"""`python -m companion`: the command without an installation, as systemd/install.sh runs it."""

from __future__ import annotations

import sys

from companion.commands.cli import main

sys.exit(main())
