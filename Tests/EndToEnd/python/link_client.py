"""A client that measures a link: rates, delays and losses as a socket sees them."""

import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor


class Client:
    """One connection to the server."""

    def __init__(self, server, timeout=30):
        host, port = re.fullmatch(r"http://(.+):(\d+)", server.http).groups()
        self.began = time.perf_counter()
        self.socket = socket.create_connection((host, int(port)), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self):
        self.socket.close()

    def ask(self, method, path, body=b"", head=b""):
        """Sends a request. Returns the moments of its first and last byte, the body, and after how many bytes of it the first came."""
        start = time.perf_counter()
        self.socket.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n".encode() + head + b"\r\n")
        if body:
            self.socket.sendall(body)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        first = time.perf_counter()
        text, rest = received.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"(?im)^content-length: *(\d+)", text)[1])
        chunks, count = [rest], len(rest)
        begun = count
        while count < length:
            piece = self._receive()
            chunks.append(piece)
            count += len(piece)
        return Answer(int(text.split()[1]), start, first, time.perf_counter(), begun, b"".join(chunks))

    def _receive(self):
        piece = self.socket.recv(1 << 16)
        if not piece:
            raise ConnectionError("the server closed the connection")
        return piece


class Answer:
    def __init__(self, status, start, first, last, begun, body):
        self.status, self.start, self.first, self.last, self.begun, self.body = status, start, first, last, begun, body

    @property
    def down_bits_per_second(self):
        """Of the bytes that came after the head."""
        return (len(self.body) - self.begun) * 8 / (self.last - self.first)


def admin(server, method, path, body=None):
    """A call of the admin API on a connection of its own."""
    client = Client(server)
    answer = client.ask(method, "/__admin" + path, b"" if body is None else json.dumps(body).encode())
    client.close()
    return json.loads(answer.body) if answer.body else None


def prepare(folder):
    """A folder of mocks with bodies to measure by: /zeros/N has N bytes; /sink takes uploads."""
    (folder / "mappings").mkdir(parents=True)
    (folder / "__files" / "zeros").mkdir(parents=True)
    (folder / "mappings" / "sink.json").write_text(
        json.dumps({"request": {"method": "POST", "urlPath": "/sink"}, "response": {"body": "."}}))
    add_body(folder, 1)
    return folder


def add_body(folder, count):
    (folder / "__files" / "zeros" / str(count)).write_bytes(bytes(count))
    return f"/zeros/{count}"


def down_rate(server, path, connections=1):
    """Bits a second of one response after its head; of several at once their sum."""
    if connections == 1:
        client = Client(server)
        answer = client.ask("GET", path)
        client.close()
        return answer.down_bits_per_second
    clients = [Client(server) for _ in range(connections)]
    with ThreadPoolExecutor(connections) as pool:
        answers = list(pool.map(lambda client: client.ask("GET", path), clients))
    for client in clients:
        client.close()
    first, last = min(answer.first for answer in answers), max(answer.last for answer in answers)
    return sum(len(answer.body) - answer.begun for answer in answers) * 8 / (last - first)


def up_rate(server, small, large):
    """Bits a second of an upload: from two lengths, so that delays and what buffers hold cancel out."""
    client = Client(server, timeout=120)
    times = {}
    client.ask("GET", "/zeros/1")
    for count in (small, large):
        answer = client.ask("POST", "/sink", bytes(count))
        times[count] = answer.last - answer.start
    client.close()
    return (large - small) * 8 / (times[large] - times[small])


def delays(server, times=10):
    """Milliseconds to the first byte, on a connection that is open and on a new one: the best of so many."""
    opened, new = [], []
    for _ in range(times):
        client = Client(server)
        answer = client.ask("GET", "/zeros/1")
        new.append((answer.first - client.began) * 1000)
        answer = client.ask("GET", "/zeros/1")
        opened.append((answer.first - answer.start) * 1000)
        client.close()
    return min(opened), min(new)
