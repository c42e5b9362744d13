"""Unit tests of the client, run with Node's test runner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

NODE = Path(sys.executable).with_name("node")
FILES = sorted(Path(__file__).parent.glob("unit/*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=[file.name.removesuffix(".test.js") for file in FILES])
def test_unit(file: Path) -> None:
    ran = subprocess.run([NODE, "--test", file], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
