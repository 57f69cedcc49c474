"""SDK calls of this process go straight into the lab's server, without a socket.

The bytes are those of the wire, on both sides, and they pass the same front, so that faults and
the clock's holds meet them as they meet any client. Only the connection, the server's thread and
the waiting of one for the other are left out, which takes most of a call's time on a busy machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any
from urllib.parse import unquote, urlsplit

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.httpsession import URLLib3Session

from batchdesk.lab.localaws.patches import Patches

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
BROKEN = 500


class _Raw(BytesIO):
    """A body as urllib3 hands it over."""

    def stream(self, **_options: Any) -> Iterable[bytes]:
        """The whole body."""
        while part := self.read():
            yield part


def take_shortcut(endpoint_url: str, app: Wsgi, patches: Patches) -> None:
    """Short-cut requests to the endpoint until the patches are undone."""
    original = vars(URLLib3Session)["send"]

    def send(session: URLLib3Session, request: AWSPreparedRequest) -> AWSResponse:
        inside = request.url.startswith(endpoint_url)
        if not inside or "Transfer-Encoding" in request.headers:
            answer: AWSResponse = original(session, request)
            return answer
        return _answer(request, app)

    patches.replace(URLLib3Session, "send", send)


def _answer(request: AWSPreparedRequest, app: Wsgi) -> AWSResponse:
    started: list[tuple[int, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_error: Any) -> Any:
        started.append((int(status.split()[0]), headers))

    try:
        body = b"".join(app(_environ(request), start_response))
    except Exception as error:  # noqa: BLE001 - as a server does: what breaks in it is a 500
        started, body = [(BROKEN, [])], f"{type(error).__name__}: {error}".encode()
    status, headers = started[-1]
    make: Any = AWSResponse  # typed for urllib3's own classes
    made: AWSResponse = make(request.url, status, dict(headers), _Raw(body))
    return made


def _environ(request: AWSPreparedRequest) -> dict[str, Any]:
    url = urlsplit(request.url)
    body = _bytes(request.body)
    target = url.path + (f"?{url.query}" if url.query else "")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        # WSGI's way: UTF-8 bytes in a text of latin-1.
        "PATH_INFO": unquote(url.path or "/", "latin-1"),
        "QUERY_STRING": url.query,
        "REQUEST_URI": target,
        "RAW_URI": target,
        "SERVER_NAME": url.hostname,
        "SERVER_PORT": str(url.port),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": url.netloc,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": url.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": BytesIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in request.headers.items():
        environ[_key(name)] = _text(value)
    return environ


def _key(header: str) -> str:
    name = header.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _bytes(body: Any) -> bytes:
    if body is None:
        return b""
    if isinstance(body, str):
        return body.encode()
    return bytes(body) if isinstance(body, bytes | bytearray) else bytes(body.read())
