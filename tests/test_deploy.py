"""The files of deploy/: what they must say, as far as it can be checked without running them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.machine import program

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
MAX_EXPOSURE = 3.0
COMPILES = "MemoryDenyWriteExecute"
"""Numba writes code at run time."""


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def unit() -> dict[str, list[str]]:
    """Return the settings of the systemd unit."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", text_of("bastide.service"), re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def test_the_unit_is_hardened() -> None:
    settings = unit()
    on = ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "PrivateUsers", "ProtectHome", "RestrictNamespaces")
    assert {name: settings.get(name) for name in on} == {name: ["yes"] for name in on}
    assert settings["ProtectSystem"] == ["strict"]
    assert settings["CapabilityBoundingSet"] == [""]
    assert COMPILES not in settings
    assert "@resources" not in " ".join(settings["SystemCallFilter"])


def test_only_its_user_can_read_the_files_of_the_unit() -> None:
    settings = unit()
    assert settings["UMask"] == ["0077"]
    assert settings["StateDirectoryMode"] == settings["CacheDirectoryMode"] == ["0700"]
    assert dict(line.split("=") for line in settings["Environment"]) == {
        "BASTIDE_DATABASE_URL": "sqlite+aiosqlite:////var/lib/bastide/tables.sqlite",
        "BASTIDE_ART_DIR": "/var/cache/bastide",
        "NUMBA_CACHE_DIR": "/var/cache/bastide",
    }


def test_the_environment_file_of_the_unit_may_name_another_database() -> None:
    """It overrides `Environment=`, but no flag."""
    settings = unit()
    assert settings["EnvironmentFile"] == ["-/etc/bastide.env"]
    assert "--database" not in settings["ExecStart"][0]


@pytest.mark.parametrize("path", ["deploy/Dockerfile", "docs/hosting.md"])
def test_examples_do_not_open_the_port_to_the_network(path: str) -> None:
    """Whoever reaches the port without the proxy reaches /metrics, too."""
    examples = re.findall(
        r"docker run .*?bastide(?=[`.\n])|bin/bastide serve .*", (ROOT / path).read_text(encoding="utf-8")
    )
    assert examples
    for example in examples:
        assert "0.0.0.0" not in example
        assert all(port.startswith("127.0.0.1:") for port in re.findall(r"-p (\S+)", example))


def test_systemd_rates_the_exposure_of_the_unit_as_low() -> None:
    analyze = program("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd is not installed")
    command = [str(analyze), "security", "--offline=true", "--no-pager", str(DEPLOY / "bastide.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rating = re.search(r"Overall exposure level for bastide.service: ([\d.]+)", done.stdout)
    if rating is None:
        pytest.skip(f"this systemd does not rate files: {done.stderr}")
    assert float(rating[1]) < MAX_EXPOSURE


def directives(name: str) -> str:
    """Return a configuration of nginx without comments."""
    return re.sub(r"#.*", "", text_of(name))


def test_the_proxy_has_tls_and_redirects_to_it() -> None:
    plain, encrypted = directives("nginx.conf").split("server {")[1:]
    assert "listen 80;" in plain
    assert "return 301 https://$host$request_uri;" in plain
    assert "proxy_pass" not in plain
    assert "listen 443 ssl http2;" in encrypted
    assert re.search(r'add_header Strict-Transport-Security "max-age=\d{8,}" always;', encrypted)
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in encrypted


@pytest.mark.parametrize("name", ["nginx.conf", "compose-nginx.conf"])
def test_the_proxies_share_limits_and_keep_the_metrics_private(name: str) -> None:
    shared = directives("bastide-proxy.conf")
    assert "include /etc/nginx/bastide-proxy.conf;" in directives(name)
    assert re.search(r"location = /metrics \{\s*return 404;", shared)
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in shared
    assert "proxy_add_x_forwarded_for" not in shared
    for zone in re.findall(r"zone=(\w+)[;: ]", shared) + re.findall(r"limit_conn (\w+) ", shared):
        assert f"zone={zone}:" in directives(name)
    for limit in ("large_client_header_buffers", "client_header_timeout", "client_max_body_size", "proxy_read_timeout"):
        assert limit in shared


def test_the_proxy_of_the_containers_believes_the_proxy_with_tls_before_it() -> None:
    inner, outer, shared = (directives(f"{name}.conf") for name in ("compose-nginx", "nginx", "bastide-proxy"))
    trusted = re.findall(r"set_real_ip_from ([\d./]+);", inner)
    assert f"BASTIDE_TRUSTED_PROXIES: {','.join(trusted)} " in text_of("compose.yaml")
    assert "real_ip_header X-Forwarded-For;" in inner
    assert "proxy_set_header X-Forwarded-Proto $client_scheme;" in shared
    assert "set $client_scheme $scheme;" in outer
    assert re.search(r"map \$http_x_forwarded_proto \$client_scheme \{\s*https https;\s*default \$scheme;", inner)


def services() -> dict[str, str]:
    """Return the text of each service of compose.yaml."""
    parts = re.split(r"^  (\w+):\n", text_of("compose.yaml").split("\nservices:\n")[1], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_service_restarts_and_has_a_health_check() -> None:
    found = services()
    assert set(found) == {"postgres", "redis", "table", "front"}
    shared = text_of("compose.yaml").split("services:")[0]
    assert "restart: unless-stopped" in shared
    assert "no-new-privileges:true" in shared
    for text in found.values():
        assert "<<: *service" in text
        assert "healthcheck:" in text
    for mounted in re.findall(r"- \./([\w.-]+):", found["front"]):
        assert (DEPLOY / mounted).is_file()


def test_the_image_has_all_that_a_server_uses() -> None:
    dockerfile = text_of("Dockerfile")
    extras = re.search(r"'\.\[(.*)\]'", dockerfile)
    assert extras is not None
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(extras[1].split(",")) == {"server", "cluster", "fast", "picture"} <= set(known)
    assert "HEALTHCHECK" in dockerfile
    assert dockerfile.index("USER bastide") < dockerfile.index("CMD [")
    for folder in re.findall(r"(?:_DIR=|sqlite:///)(/[\w/]+)", dockerfile):
        assert folder.startswith(("/data", "/var/cache/bastide"))


def test_the_health_checks_are_programs(tmp_path: Path) -> None:
    checks = re.findall(r"from urllib\.request .*?timeout=4\)", text_of("Dockerfile") + text_of("compose.yaml"))
    assert len(checks) == 2
    for check in checks:
        done = subprocess.run([sys.executable, "-c", check.replace(":8000", ":1")], capture_output=True, check=False)
        assert b"URLError" in done.stderr


def test_the_context_of_the_image_holds_what_it_copies_and_nothing_else() -> None:
    patterns = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert patterns[1] == "*"
    kept = {pattern[1:] for pattern in patterns if pattern.startswith("!")}
    copied = {
        path for line in re.findall(r"^COPY (.*) \S+$", text_of("Dockerfile"), re.MULTILINE) for path in line.split()
    }
    assert {path.split("/")[0] for path in copied} == kept
    assert not [name for name in (".git", ".venv", "bastide.sqlite", "node_modules") if name in kept]
    assert any(fnmatch("src/bastide/__pycache__", pattern.replace("**/", "*")) for pattern in patterns[2:])
