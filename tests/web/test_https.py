"""The pages by HTTPS: links, cookies and streams, and certificates that do not fit."""

import datetime
import socket
import ssl

import httpx
import pytest
import trustme
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from host_tools.web.access import OPERATOR
from host_tools.web.certificate import Certificate, CertificateError
from host_tools.web.connections import ClientSocket
from host_tools.web.server import Server, listening
from tests.web.serving import enter, opened, operator

CA = trustme.CA()
TRUSTING = ssl.create_default_context()
CA.configure_trust(TRUSTING)


def files(folder, *names, **more):
    """Write a certificate for these names; return its file and its key's."""
    made = CA.issue_cert(*names, **more)
    file, key = folder / "table.pem", folder / "table-key.pem"
    file.write_bytes(b"".join(blob.bytes() for blob in made.cert_chain_pems))
    key.write_bytes(made.private_key_pem.bytes())
    return file, key


@pytest.fixture
def table(tmp_path):
    """A table whose pages are served by HTTPS."""
    with opened(tmp_path) as pages:
        server = Server(
            pages, listening(0, https=Certificate.read(*files(tmp_path, "localhost", "127.0.0.1")))
        )
        server.start()
        try:
            yield pages
        finally:
            server.stop()


def test_silent_connections_of_one_client_lock_nobody_out(table, monkeypatch):
    monkeypatch.setattr(ClientSocket, "each", 10)
    place = ("127.0.0.1", httpx.URL(table.at).port)
    try:
        silent = [socket.create_connection(place, 10, ("127.0.0.9", 0)) for _ in range(15)]
    except OSError:
        pytest.skip("this system has one loopback address only")
    for connection in silent[10:]:
        connection.settimeout(10)
        assert closed(connection), "nobody has said hello yet"
    with httpx.Client(base_url=table.at, verify=TRUSTING) as page:
        assert page.get("/healthz").status_code == 200
    for connection in silent:
        connection.close()


def closed(connection):
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_pages_links_and_cookies_are_for_https(table):
    assert table.at.startswith("https://127.0.0.1:")
    with httpx.Client(base_url=table.at, verify=TRUSTING) as page:
        assert page.get("/healthz").status_code == 200
        link = table.link(OPERATOR, "/operator")
        assert link.startswith("https://")
        given = enter(page, link)
        assert "secure" in given.headers["set-cookie"].lower()
        assert page.get("/operator").status_code == 200


def test_an_action_must_come_from_a_page_by_https(table):
    told = operator(table)
    with httpx.Client(base_url=table.at, verify=TRUSTING) as page:
        plain = {**told, "Origin": table.at.replace("https", "http")}
        assert page.post("/api/operator/pause", headers=plain, json={}).status_code == 403
        assert page.post("/api/operator/pause", headers=told, json={}).status_code == 200


def test_a_stream_must_come_from_a_page_by_https(table):
    url = table.at.replace("https", "wss") + "/api/v1/events"
    with connect(url, ssl=TRUSTING, origin=table.at) as stream:
        assert stream.recv(timeout=20)
    with pytest.raises(InvalidStatus):
        connect(url, ssl=TRUSTING, origin=table.at.replace("https", "http"))


def test_nothing_is_served_in_the_clear(table):
    with pytest.raises(httpx.TransportError):
        httpx.get(table.at.replace("https", "http") + "/healthz")


def test_the_names_in_the_certificate_are_answered_and_printed(tmp_path):
    https = Certificate.read(*files(tmp_path, "table.example.org", "*.example.org"))
    with opened(tmp_path) as pages:
        server = Server(pages, listening(0, https=https))
        try:
            assert pages.at == f"https://table.example.org:{server.port}"
            assert "table.example.org" in server.guard.hosts
            assert not any("*" in host for host in server.guard.hosts)
        finally:
            server.stop()


def test_a_certificate_for_our_address_is_printed_with_it(tmp_path):
    known = Certificate.read(*files(tmp_path, "table.example.org", "192.168.1.5"))
    assert known.name_for(["192.168.1.5", "table"]) == "192.168.1.5"
    assert known.name_for(["10.0.0.1", "table"]) == "table.example.org"


def _expired(folder):
    day = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    return files(folder, "localhost", not_before=day, not_after=day + datetime.timedelta(1))


def _swapped(folder):
    return files(folder, "localhost")[::-1]


def _other_key(folder):
    (folder / "other").mkdir()
    return files(folder, "localhost")[0], files(folder / "other", "localhost")[1]


def _text(folder):
    (folder / "notes.txt").write_text("Dear diary")
    return folder / "notes.txt", folder / "notes.txt"


def _locked(folder):
    from cryptography.hazmat.primitives import serialization as pem

    file, key = files(folder, "localhost")
    plain = pem.load_pem_private_key(key.read_bytes(), None)
    locked = pem.BestAvailableEncryption(b"secret")
    key.write_bytes(
        plain.private_bytes(pem.Encoding.PEM, pem.PrivateFormat.TraditionalOpenSSL, locked)
    )
    return file, key


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda folder: (folder / "none.pem", folder / "none.pem"), "none.pem cannot be read"),
        (lambda folder: (folder, folder), "cannot be read: Is a directory"),
        (_expired, "certificate has expired"),
        (_swapped, "The certificate comes first."),
        (_other_key, "are not a certificate and its key"),
        (_text, "are not a certificate and its key"),
        (_locked, "without a password"),
    ],
)
def test_a_certificate_that_does_not_fit_is_refused_with_a_sentence(make, says, tmp_path):
    with pytest.raises(CertificateError, match=says):
        Certificate.read(*make(tmp_path))
