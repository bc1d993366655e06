"""The command `war-sim`, and `python -m war_sim`: the program's own main, in this process."""

import signal
import sys

from . import _war_sim


def main() -> int:
    """Run the program with the arguments of this process; return its exit code."""
    # The program has a handler of its own; Python's would add a KeyboardInterrupt at the end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _war_sim.main(["war-sim", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
