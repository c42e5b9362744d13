"""The deliberate defects of `tests.mutations` fit the code, and every one is caught."""

from __future__ import annotations

import pytest

from tests.mutations import MUTANTS, PACKAGE, Mutant, stale, survival


def test_every_defect_fits_the_code() -> None:
    assert [mutant.name for mutant in MUTANTS if stale(mutant)] == []


def test_every_package_has_a_defect() -> None:
    packages = {path.name for path in PACKAGE.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert packages - {mutant.package for mutant in MUTANTS} == set()


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_every_defect_is_caught(mutant: Mutant) -> None:
    assert survival(mutant) == ""
