"""What the tests need from the machine: it is found, or installed, or asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import install, machine
from tests.machine import NEEDS, complaint, require
from tests.server.services import Postgres, Redis

OUTCOMES = (pytest.skip.Exception, pytest.fail.Exception)  # both, lest a test that should see one falls for the other


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it look as if nothing were here, nor a way to install it."""
    monkeypatch.setattr(machine, "places", lambda: ["/nowhere"])
    monkeypatch.setattr(machine, "typefaces", lambda: [Path("/nowhere")])
    monkeypatch.setenv("BASTIDE_INSTALL", "no")


@pytest.mark.usefixtures("bare_machine")
def test_without_a_server_its_tests_are_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(OUTCOMES, match=r"MISSING: postgres\. .*apt-get install postgresql .*SKIPPED") as outcome:
        Postgres()
    assert outcome.type is pytest.skip.Exception


@pytest.mark.usefixtures("bare_machine")
def test_without_a_server_its_tests_fail_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(OUTCOMES, match=r"MISSING: redis-server\. .*FAIL") as outcome:
        Redis()
    assert outcome.type is pytest.fail.Exception


@pytest.mark.usefixtures("bare_machine")
@pytest.mark.parametrize(("ci", "code", "outcome"), [("", 0, "SKIPPED"), ("true", 1, "FAIL")])
def test_who_may_not_install_says_so_in_three_loud_lines(
    ci: str, code: int, outcome: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    assert install.main() == code
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("!!! ") for line in lines)
    assert "postgres and redis-server and chromium and firefox-esr and P052" in lines[0]
    assert "apt-get install postgresql redis-server chromium firefox-esr fonts-urw-base35 fonts-noto-core" in lines[1]
    assert "cluster and browser" in lines[2]
    assert outcome in lines[2]


def pretend(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.usefixtures("bare_machine")
def test_a_missing_typeface_stops_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert "other typefaces" in complaint([NEEDS["P052"]])[2]
    monkeypatch.setenv("CI", "true")
    assert "FAIL" in complaint([NEEDS["P052"]])[2]


@pytest.mark.usefixtures("bare_machine")
def test_a_browser_of_another_name_does_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(tmp_path, "google-chrome", "exit 0")
    monkeypatch.setattr(machine, "places", lambda: [str(tmp_path)])
    assert require("chromium") == tmp_path / "google-chrome"


@pytest.mark.usefixtures("bare_machine")
def test_packages_are_installed_without_asking_after_a_second_look_at_the_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    pretend(
        folder,
        "apt-get",
        f'echo "$DEBIAN_FRONTEND $*" >>{tmp_path}/calls\n'
        f'case "$*" in *update*) touch {tmp_path}/fresh ;; esac\n'
        f"[ -e {tmp_path}/fresh ] || exit 100\n"
        f"cd {folder}\n"
        "for name in postgres redis-server chromium firefox-esr; do\n"
        "    printf '#!/bin/sh\\n' >$name; chmod 755 $name\n"
        "done\n"
        "touch P052-Roman.otf NotoSans-Regular.ttf",
    )
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(machine, "places", lambda: [str(folder)])
    monkeypatch.setattr(machine, "typefaces", lambda: [folder])
    monkeypatch.setattr(install, "SCRIPT", install.SCRIPT.replace("/usr/sbin", str(tmp_path)))
    monkeypatch.setattr(install, "root_prefix", list)
    monkeypatch.delenv("DEBIAN_FRONTEND", raising=False)
    assert install.main() == 0
    calls = (tmp_path / "calls").read_text().splitlines()
    assert [next(word for word in call.split() if word in {"install", "update"}) for call in calls] == [
        "install",
        "update",
        "install",
    ]
    assert all(call.startswith("noninteractive ") for call in calls)
    assert calls[0].endswith(" postgresql redis-server chromium firefox-esr fonts-urw-base35 fonts-noto-core")
    assert "done after" in capsys.readouterr().out


def test_packages_may_not_start_servers_while_they_are_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(tmp_path, "apt-get", f"{tmp_path}/policy-rc.d redis-server start; echo $? >>{tmp_path}/policy")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(install, "SCRIPT", install.SCRIPT.replace("/usr/sbin", str(tmp_path)))
    install.install(["redis-server"], [])
    assert (tmp_path / "policy").read_text() == "101\n"
    assert not (tmp_path / "policy-rc.d").exists()


def test_a_policy_that_is_there_already_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(tmp_path, "apt-get", "exit 0")
    pretend(tmp_path, "policy-rc.d", "exit 104")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(install, "SCRIPT", install.SCRIPT.replace("/usr/sbin", str(tmp_path)))
    install.install(["redis-server"], [])
    assert (tmp_path / "policy-rc.d").read_text().endswith("exit 104\n")
