"""The lab's port, taken before anything slow happens."""

from __future__ import annotations

import errno
import socket

from batchdesk.lab.errors import LabError, PortInUseError

BACKLOG = 128
MOST = 65_535


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one. PortInUseError if it is taken."""
    if not 0 <= port <= MOST:
        raise LabError(f"port {port} does not exist: give 0 (any free) to {MOST}")
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(host, port) from error
        raise LabError(f"cannot listen on {host}:{port}: {error.strerror}") from error
    return listening
