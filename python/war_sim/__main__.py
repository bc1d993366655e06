"""`python -m war_sim` is `war-sim`."""

import sys

from ._command import main

sys.exit(main())
