"""`python -m tabletui` is the command `tabletui`."""

import sys

from tabletui.cli import main

sys.exit(main())
