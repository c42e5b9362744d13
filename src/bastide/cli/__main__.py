"""`python -m bastide.cli` is the `bastide` command."""

import sys

from bastide.cli.main import main

sys.exit(main())
