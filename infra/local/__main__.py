"""`python -m infra.local`: the local server, by the environment's settings."""

import os
import sys

from infra.local.server import main

code = main()
sys.stdout.flush()
sys.stderr.flush()
# A function that still waits for some answer must not hold up Ctrl-C: leave without joining its thread.
os._exit(code)
