"""The command as a whole: help, versions, languages, exit codes."""

from __future__ import annotations

import argparse
import contextlib
import signal
import subprocess
import sys

import pytest

from bastide import __version__
from bastide.cli import main as command
from bastide.cli.main import COMMANDS, language_of, make_parser
from tests.cli.conftest import Bastide

BASTIDE = [sys.executable, "-m", "bastide.cli"]


def test_without_a_subcommand_it_prints_its_help(bastide: Bastide) -> None:
    ran = bastide()
    assert ran.code == 0
    assert all(name in ran.out for name in ("play", "show", "simulate", "rules", "bench"))


def test_version(bastide: Bastide) -> None:
    assert bastide("--version") == (0, f"bastide {__version__}\n", "")


@pytest.mark.parametrize("name", [module.__name__.rpartition(".")[2] for module in COMMANDS])
def test_every_command_has_help(bastide: Bastide, name: str) -> None:
    ran = bastide(name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: bastide {name}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["simulate", "--nonsense"],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "many"],
        ["simulate", "--lang", "de"],
        ["show"],
    ],
)
def test_parser_errors_are_bad_input(bastide: Bastide, arguments: list[str]) -> None:
    ran = bastide(*arguments)
    assert ran.code == 2
    assert ran.err.startswith("usage: bastide")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_BE"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_language_is_that_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize(
    "arguments", [["--lang", "fr", "simulate", "--rules", "third"], ["simulate", "--rules", "third", "--lang", "fr"]]
)
def test_errors_are_in_the_chosen_language(bastide: Bastide, arguments: list[str]) -> None:
    ran = bastide(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("Il n'y a pas d'édition third")


def test_a_language_before_the_command_applies() -> None:
    assert make_parser("en").parse_args(["--lang", "fr", "bench"]).lang == "fr"
    assert make_parser("fr").parse_args(["bench"]).lang == "fr"


def test_an_interrupt_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(args: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    assert command.run(argparse.Namespace(run=interrupted, lang="en")) == 130
    assert capsys.readouterr() == ("", "\n")


def test_a_real_interrupt() -> None:
    with subprocess.Popen(
        [*BASTIDE, "play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        # The first interrupt may come just before the program waits for input, which only a second one then ends. That
        # one must not come while the program is about to leave.
        while running.poll() is None:
            running.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.wait(timeout=20)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, "\n")


def test_a_closed_pipe_is_no_error() -> None:
    with subprocess.Popen(
        [*BASTIDE, "show", "D(0,0)"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        err = running.stderr.read()
    assert (running.returncode, err) == (0, "")
