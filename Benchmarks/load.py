"""Load on a server: wrk for rates, and a crowd of connections that all wait at once."""

import os
import re
import resource
import select
import socket
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass
class Run:
    """What one run of wrk came to."""

    requests: int
    seconds: float
    p50: float
    p99: float
    wrong: int
    """Answers that were not 2xx, and connections that broke."""
    processor: float = 0.0
    """Seconds of the server's processor time."""
    threads: tuple = (0, 0)
    """Fewest and most threads of the server while it lasted."""

    @property
    def rate(self):
        return self.requests / self.seconds

    @property
    def processor_per_request(self):
        return self.processor / max(1, self.requests)


def raise_descriptor_limit():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def wrk(server, url, seconds, connections, cores, script="report.lua", arguments=()):
    """One run against a server, watched from outside."""
    command = ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s", "--timeout", "10s",
               "--script", str(HERE / script), url]
    if arguments:
        command += ["--", *map(str, arguments)]
    place = (lambda: os.sched_setaffinity(0, cores)) if cores else None
    seen = []
    finished = threading.Event()

    def watch():
        while not finished.wait(0.05):
            seen.append(server.threads())

    watcher = threading.Thread(target=watch)
    before = server.processor_seconds()
    watcher.start()
    try:
        printed = subprocess.run(command, capture_output=True, text=True, preexec_fn=place, timeout=seconds + 60)
    finally:
        finished.set()
        watcher.join()
    processor = server.processor_seconds() - before
    found = re.search(r"^measured (.*)$", printed.stdout, re.MULTILINE)
    if not found:
        raise RuntimeError(f"wrk against {server.name} at {url}: {printed.stdout}{printed.stderr}")
    values = {name: int(value) for name, value in (pair.split("=") for pair in found.group(1).split())}
    return Run(
        requests=values["requests"],
        seconds=values["microseconds"] / 1e6,
        p50=values["p50"] / 1e6,
        p99=values["p99"] / 1e6,
        wrong=values["bad"] + values["broken"],
        processor=processor,
        threads=(min(seen, default=0), max(seen, default=0)),
    )


def slowest(port, path, connections, seconds, meanwhile=None):
    """Requests on several connections in turn, which a server spreads over its workers, and returns the seconds of the slowest response.

    `meanwhile`: the arguments of a command, which is run to its end in place of the seconds.
    """
    clients = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(connections)]
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    other = subprocess.Popen(meanwhile) if meanwhile else None
    worst, deadline = 0.0, time.perf_counter() + seconds
    try:
        while (other.poll() is None) if other else time.perf_counter() < deadline:
            for client in clients:
                started = time.perf_counter()
                client.sendall(request)
                received = b""
                while not received.partition(b"\r\n\r\n")[2]:
                    received += client.recv(65536)
                worst = max(worst, time.perf_counter() - started)
            time.sleep(0.0005)
        if other and other.returncode:
            raise RuntimeError(f"{meanwhile} ended with {other.returncode}")
        return worst
    finally:
        if other and other.poll() is None:
            other.kill()
            other.wait()
        for client in clients:
            client.close()


@dataclass
class Crowd:
    """What came of many connections that waited at once."""

    asked: int
    answered: int
    all_at_once: bool
    """Whether the last had asked before the first was answered."""
    waiting_memory: int
    """Resident bytes of the server while all of them waited."""
    threads: int
    other_request: float
    """Seconds that an ordinary request took meanwhile; the median of 20."""


class Waiting:
    """Connections that have each asked for the same path and wait for the response. Use as a context: they are closed on the way out."""

    def __init__(self, server, count, path):
        self.port = server.port
        self.count = count
        self.request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        self.poll = select.epoll()
        self.connections = {}

    def __enter__(self):
        for _ in range(self.count):
            connection = socket.create_connection(("127.0.0.1", self.port), timeout=10)
            connection.sendall(self.request)
            self.connections[connection.fileno()] = connection
            self.poll.register(connection.fileno(), select.EPOLLIN)
        return self

    def __exit__(self, *_):
        for connection in self.connections.values():
            connection.close()
        self.poll.close()

    @property
    def none_has_come(self):
        return not self.poll.poll(0)

    def take_all(self):
        """Waits for the responses, a minute at most. Returns how many 200s came."""
        answered = 0
        deadline = time.perf_counter() + 60
        while self.connections and time.perf_counter() < deadline:
            for descriptor, _ in self.poll.poll(1.0, maxevents=1000):
                connection = self.connections.pop(descriptor)
                answered += connection.recv(4096).startswith(b"HTTP/1.1 200")
                self.poll.unregister(descriptor)
                connection.close()
        return answered


def released(server, count, path, release):
    """Has `count` connections wait for `path`, and calls `release`. Returns how many responses came, and what `release` returned."""
    with Waiting(server, count, path) as waiting:
        result = release()
        return waiting.take_all(), result


def crowd(server, count, ordinary):
    """Has `count` connections wait for a response that takes ten seconds."""
    with Waiting(server, count, "/held") as waiting:
        all_at_once = waiting.none_has_come
        memory = server.memory().resident
        threads = server.threads()
        taken = sorted(ordinary() for _ in range(20))
        return Crowd(count, waiting.take_all(), all_at_once, memory, threads, taken[10])
