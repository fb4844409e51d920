"""A real Mosquitto for the tests: installed, or from Debian; started, killed and started again."""

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from host_tools.venue.mqtt import Address
from tests.web.browser import fetch_from_debian

STARTING_S = 20.0
USER, PASSWORD = "table", "sesame"


def installed() -> str | None:
    """Return the path of an installed broker."""
    named = os.environ.get("MOSQUITTO")
    return shutil.which(named or "mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")


@lru_cache
def mosquitto() -> tuple[str | None, str]:
    """Return the broker's path, or None and the reason why there is none."""
    if found := installed():
        return found, ""
    why = fetch_from_debian("mosquitto", installed)
    return installed(), why or "apt-get installed Mosquitto, but it cannot be found"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """One Mosquitto with a user, on a port that stays; with `certificate`, behind TLS."""

    def __init__(self, folder: Path, certificate=None, rules: str = "", users=(USER,)) -> None:
        path, why = mosquitto()
        assert path, why
        self._path = path
        self.folder = folder / "broker"
        self.folder.mkdir()
        self.folder.chmod(0o777)  # started by root it becomes another user
        self.port = free_port()
        self._process = None
        self._configure(certificate, rules, users)

    def _configure(self, certificate, rules: str, names) -> None:
        users = self.folder / "users"
        users.touch()
        tool = str(Path(self._path).with_name("mosquitto_passwd"))
        tool = tool if Path(tool).exists() else shutil.which("mosquitto_passwd") or tool
        for name in names:
            subprocess.run([tool, "-b", users, name, PASSWORD], check=True, capture_output=True)
        users.chmod(0o644)
        lines = [
            f"listener {self.port} 127.0.0.1",
            "allow_anonymous false",
            f"password_file {users}",
            "persistence true",
            f"persistence_location {self.folder}/",
            "max_queued_messages 0",
            "autosave_interval 1",
            *(["user root"] if os.geteuid() == 0 else []),
        ]
        if certificate:
            chain, key = self.folder / "chain.pem", self.folder / "key.pem"
            certificate.cert_chain_pems[0].write_to_path(chain)
            certificate.private_key_pem.write_to_path(key)
            lines += [f"certfile {chain}", f"keyfile {key}"]
        if rules:
            (self.folder / "rules").write_text(rules)
            lines.append(f"acl_file {self.folder / 'rules'}")
        self._settings = self.folder / "mosquitto.conf"
        self._settings.write_text("\n".join(lines) + "\n")

    def address(self, prefix: str = "fair", **more) -> Address:
        usual = {"user": USER, "password": PASSWORD}
        return Address("127.0.0.1", self.port, prefix, **{**usual, **more})

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._path, "-c", str(self._settings)], stdout=log, stderr=log
            )
        until = time.monotonic() + STARTING_S
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.02)
        raise AssertionError("Mosquitto does not start.")

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """As a power cut does."""
        self._process.kill()
        self._process.wait()

    def forget(self) -> None:
        """Lose everything that was ever confirmed."""
        (self.folder / "mosquitto.db").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(60)


@contextmanager
def broker(folder: Path, **more):
    found = Broker(folder, **more)
    found.start()
    try:
        yield found
    finally:
        found.stop()


if __name__ == "__main__":  # `make test` installs before the tests, whose time is limited
    found, why = mosquitto()
    print(found or why)
    sys.exit(0)
