"""The certificate of the pages: with one they are served by HTTPS, under the names in it."""

import ssl
from pathlib import Path
from typing import Any, NamedTuple


class CertificateError(Exception):
    """The pages cannot be served by HTTPS; the text says why."""


class Certificate(NamedTuple):
    """Two files, checked: they fit each other and are valid today."""

    file: Path
    key: Path
    names: tuple[str, ...]  # host names and addresses, without wildcards

    @classmethod
    def read(cls, file: Path, key: Path) -> "Certificate":
        """Read the files; CertificateError with a sentence when browsers would not take them."""
        for path in (file, key):
            try:
                path.read_bytes()
            except OSError as error:
                raise CertificateError(f"{path} cannot be read: {error.strerror}.") from None
        try:
            return cls(file, key, _names(file, key))
        except ssl.SSLCertVerificationError as error:
            raise CertificateError(f"{file} cannot be used: {error.verify_message}.") from None
        except (ssl.SSLError, ValueError):
            raise CertificateError(
                f"{file} and {key} are not a certificate and its key, as PEM and without a "
                "password. The certificate comes first."
            ) from None

    def name_for(self, ours: list[str]) -> str:
        """Return the address to print: one of ours that is in the certificate, else its first."""
        fitting = [name for name in ours if name in self.names]
        return [*fitting, *self.names, *ours][0]


def _names(file: Path, key: Path) -> tuple[str, ...]:
    """Return the names in a certificate: a client that trusts it shakes hands with a server."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file, key, password="")  # a key with a password would ask for it
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(file)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    visitor = client.wrap_bio(back, there)
    waiting = [visitor, server.wrap_bio(there, back, server_side=True)]
    while waiting:
        waiting = [end for end in waiting if not _agreed(end)]
    shown: Any = (visitor.getpeercert() or {}).get("subjectAltName", ())
    return tuple(str(name) for _, name in shown if not str(name).startswith("*"))


def _agreed(end: ssl.SSLObject) -> bool:
    try:
        end.do_handshake()
    except ssl.SSLWantReadError:
        return False
    return True
