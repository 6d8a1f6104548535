"""Long bodies to and from the S3 listener, many at once.

As a program, the client: transfers.py KIND PORT CONNECTIONS BYTES. Prints a line when all connections are under way.
"""

import http.client
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

KINDS = ("uploads", "downloads", "uploads in parts", "downloads of parts")
PART = 16 << 20
PIECE = 1 << 20


def request(connection, method, target, body=None):
    """A response that must be a 200."""
    connection.request(method, target, body)
    response = connection.getresponse()
    text = response.read()
    assert response.status == 200, f"{method} {target}: {response.status} {text[:500]}"
    return response, text


def put(port, target, size, source):
    """Uploads `size` bytes of a file and returns the entity tag."""
    with socket.create_connection(("127.0.0.1", port), timeout=600) as connection:
        connection.sendall(f"PUT {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {size}\r\n"
                           "x-amz-content-sha256: UNSIGNED-PAYLOAD\r\nConnection: close\r\n\r\n".encode())
        # sendfile waits only on a socket without a time limit.
        connection.settimeout(None)
        left = size
        while left:
            left -= os.sendfile(connection.fileno(), source, 0, min(left, PIECE))
        head = b""
        while b"\r\n\r\n" not in head:
            piece = connection.recv(65536)
            assert piece, f"PUT {target}: the connection ended after {head!r}"
            head += piece
    assert head.startswith(b"HTTP/1.1 200"), head
    return re.search(rb"(?im)^etag: *(\S+)", head).group(1).decode()


def put_parts(port, target, size, source):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    upload = re.search(rb"<UploadId>([^<]*)<", request(connection, "POST", target + "?uploads")[1]).group(1).decode()
    parts = []
    for number, start in enumerate(range(0, size, PART), 1):
        tag = put(port, f"{target}?partNumber={number}&uploadId={upload}", min(PART, size - start), source)
        parts.append(f"<Part><PartNumber>{number}</PartNumber><ETag>{tag}</ETag></Part>")
    document = f"<CompleteMultipartUpload>{''.join(parts)}</CompleteMultipartUpload>"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    text = request(connection, "POST", f"{target}?uploadId={upload}", document)[1]
    assert b"<CompleteMultipartUploadResult" in text, text


def get(port, target, size):
    with socket.create_connection(("127.0.0.1", port), timeout=600) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        buffer = bytearray(PIECE)
        count = connection.recv_into(buffer)
        head, _, body = bytes(buffer[:count]).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        received = len(body)
        while received < size:
            count = connection.recv_into(buffer)
            assert count, f"GET {target}: it ended after {received} bytes"
            received += count


def client(kind, port, connections, size):
    failures = []

    def run(number):
        plain, parts = f"/bench/long-{number}", f"/bench/parts-{number}"
        try:
            with tempfile.TemporaryFile() as file:
                file.write(os.urandom(PIECE))
                file.flush()
                if kind == "uploads":
                    put(port, plain, size, file.fileno())
                elif kind == "uploads in parts":
                    put_parts(port, parts, size, file.fileno())
                else:
                    get(port, plain if kind == "downloads" else parts, size)
        except Exception as failure:  # noqa: BLE001
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures[0] if failures else 0


@dataclass
class Seen:
    seconds: float
    memory: int
    """The most resident bytes beyond those before."""
    slowest: float
    """Seconds of the slowest small request of each second; their median."""
    beside: float
    """The same while the transfers go to another server: what the machine's load takes, and no worker that they keep busy."""
    alone: float
    """The same without any transfers."""


def probe(port, path, is_over, note):
    """Small requests on eight connections in turn, so that every worker has some. Returns the median of each second's slowest, in seconds."""
    clients = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(8)]
    text = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    worst = {}
    try:
        while not is_over():
            for connection in clients:
                started = time.perf_counter()
                connection.sendall(text)
                received = b""
                while not received.partition(b"\r\n\r\n")[2]:
                    received += connection.recv(65536)
                second = int(started)
                worst[second] = max(worst.get(second, 0), time.perf_counter() - started)
            note()
            time.sleep(0.0005)
    finally:
        for connection in clients:
            connection.close()
    return statistics.median(worst.values())


def measure(server, other, kind, connections, size):
    """Transfers to the server, and before that the same ones to another server of the same kind."""
    resident = Path(f"/proc/{server.process.pid}/statm")
    page = os.sysconf("SC_PAGE_SIZE")
    most = 0

    def note():
        nonlocal most
        most = max(most, int(resident.read_text().split()[1]) * page)

    def during(target):
        command = [sys.executable, __file__, kind, str(target.s3_port), str(connections), str(size)]
        with subprocess.Popen(command) as transfers:
            slowest = probe(server.s3_port, "/bench/object-1k", lambda: transfers.poll() is not None, note)
        if transfers.returncode:
            raise RuntimeError(f"{command} ended with {transfers.returncode}")
        return slowest

    note()
    before = most
    started = time.perf_counter()
    alone = probe(server.s3_port, "/bench/object-1k", lambda: time.perf_counter() - started > 5, note)
    beside = during(other)
    most = 0
    started = time.perf_counter()
    slowest = during(server)
    return Seen(time.perf_counter() - started, most - before, slowest, beside, alone)


def remove(server, connections):
    """Deletes what was uploaded in one piece, so that half as much memory or disk is needed."""
    connection = http.client.HTTPConnection("127.0.0.1", server.s3_port, timeout=600)
    for number in range(connections):
        connection.request("DELETE", f"/bench/long-{number}")
        response = connection.getresponse()
        assert (response.status, response.read()) == (204, b"")


def range_at_end(server, size):
    """Seconds of a request for the last kilobyte; the median of 21."""
    connection = http.client.HTTPConnection("127.0.0.1", server.s3_port, timeout=60)
    taken = []
    for _ in range(21):
        started = time.perf_counter()
        connection.request("GET", "/bench/parts-0", headers={"Range": f"bytes={size - 1024}-"})
        response = connection.getresponse()
        assert response.status == 206 and len(response.read()) == 1024
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


if __name__ == "__main__":
    sys.exit(client(sys.argv[1], *map(int, sys.argv[2:])))
