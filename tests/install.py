"""Install the servers, the browser and the typefaces of the tests if they are missing; `make test` runs this first.

Nothing is started here: tests start what they need. `BASTIDE_INSTALL=no` forbids installing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time

from tests.machine import complaint, in_ci, missing

# A package starts its server unless policy-rc.d forbids it. The list of packages is fetched only if the one at hand
# does not do.
SCRIPT = """
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\\nexit 101\\n' >$policy && chmod 755 $policy || exit 1
fi
export DEBIAN_FRONTEND=noninteractive
get() { apt-get -qq -o DPkg::Lock::Timeout=60 -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "$@" </dev/null; }
install() { get install --yes --no-install-recommends "$@"; }
install "$@" || { get update && install "$@"; }
"""


def root_prefix() -> list[str] | None:
    """Return the words that run a command as root, or None if installing is not possible or not allowed."""
    if shutil.which("apt-get") is None or os.environ.get("BASTIDE_INSTALL") == "no":
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0:
        return [sudo, "-n"]
    return None


def install(packages: list[str], root: list[str]) -> None:
    """Install packages with apt-get, and say how long it took or what went wrong."""
    print(f"Installing {' and '.join(packages)} for the tests ...", flush=True)
    begun = time.monotonic()
    done = subprocess.run([*root, "sh", "-c", SCRIPT, "sh", *packages], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print((done.stdout + done.stderr)[-2000:], file=sys.stderr)
    print(f"... {'done' if done.returncode == 0 else 'FAILED'} after {time.monotonic() - begun:.0f} s.", flush=True)


def main() -> int:
    """Install what is missing; if it cannot be, say so loudly, and fail in CI."""
    lacking = missing()
    root = root_prefix() if lacking else None
    if root is not None:
        install([need.package for need in lacking], root)
        lacking = missing()
    if not lacking:
        return 0
    print("\n".join(f"!!! {line}" for line in complaint(lacking)), file=sys.stderr, flush=True)
    return 1 if in_ci() else 0


if __name__ == "__main__":
    sys.exit(main())
