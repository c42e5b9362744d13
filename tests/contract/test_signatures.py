"""Functions of the compiled simulator and the environments have few parameters."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bastide

ROOT = Path(bastide.__file__).parent
MOST_PARAMETERS = 7


@pytest.mark.parametrize("package", ["fast", "rl"])
def test_no_function_takes_more_than_seven_parameters(package: str) -> None:
    long = []
    for path in (ROOT / package).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
                if len([name for name in names if name not in ("self", "cls")]) > MOST_PARAMETERS:
                    long.append(f"{path.name}: {node.name}")
    assert long == []
