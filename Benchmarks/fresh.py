"""Replaces files and requests them on a connection that is kept open, and counts the responses that are not what was on the disk.

Run by script/fresh, against the built program with its shipped configuration. Dropped files, `bodyFileName` and S3 objects in turn; each file
is replaced by writing over it, by truncating and writing, and by renaming another file into its place, always with a body of the same
length, at the same inode for the first two. Other connections request the same files all the time, so that whatever is kept is kept fresh.

Half of the files are replaced again and again; the others rest until the server trusts their times, are requested, and are then replaced.
"""

import argparse
import json
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LENGTH = 64
WAYS = ("write", "truncate", "rename")
# Longer than FileStore.settlingTime.
REST = 3.0


def content(number):
    return f"{number:>{LENGTH}}".encode()


def replace(path, way, number):
    if way == "rename":
        other = path.with_name(path.name + ".new")
        other.write_bytes(content(number))
        os.rename(other, path)
        return
    flags = os.O_WRONLY | (os.O_TRUNC if way == "truncate" else 0)
    descriptor = os.open(path, flags)
    os.write(descriptor, content(number))
    os.close(descriptor)


class Client:
    """One connection, kept open."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.host = f"127.0.0.1:{port}"

    def get(self, target):
        self.socket.sendall(f"GET {target} HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
        received = b""
        while True:
            head, end, body = received.partition(b"\r\n\r\n")
            if end:
                length = int(re.search(rb"(?i)\r\ncontent-length: *(\d+)", head).group(1))
                if len(body) >= length:
                    assert head.startswith(b"HTTP/1.1 200"), head + body
                    return body
            piece = self.socket.recv(65536)
            assert piece, "the connection was closed"
            received += piece


def disturb(port, targets, ends):
    """Requests the same files until it is told to end."""
    client = Client(port)
    while not ends.is_set():
        for target in targets:
            client.get(target)


def measure(port, files, targets, way, count, first):
    """Replaces and requests, `count` times. Returns how many responses were stale."""
    client = Client(port)
    stale = 0
    for number in range(first, first + count):
        index = number % len(files)
        replace(files[index], way, number)
        if client.get(targets[index]) != content(number):
            stale += 1
    return stale


def main():
    parser = argparse.ArgumentParser(prog="script/fresh", description="Counts responses that are not what was on the disk.")
    parser.add_argument("--count", type=int, default=100_000, help="replacements in all (100,000)")
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    share = arguments.count // 18
    rested = min(share, 2_000)
    total = stale = 0
    with tempfile.TemporaryDirectory(prefix="understudy-fresh-") as work:
        folder = Path(work)
        places = {"dropped file": folder / "__files" / "dropped", "bodyFileName": folder / "__files" / "named", "object": folder / "s3" / "bucket"}
        names = ["hot"] + [f"rested-{number}" for number in range(rested)]
        for place in places.values():
            place.mkdir(parents=True)
            for name in names:
                (place / name).write_bytes(content(-1))
        (folder / "mappings").mkdir()
        stubs = [{"request": {"url": f"/stub/{name}"}, "response": {"bodyFileName": f"named/{name}"}} for name in names]
        (folder / "mappings" / "all.json").write_text(json.dumps({"mappings": stubs}))
        command = [arguments.program, "serve", folder, "--port", "0", "--s3-port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                ports = re.findall(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
                for what, place in places.items():
                    port = int(ports[1] if what == "object" else ports[0])
                    prefix = {"dropped file": "/dropped", "bodyFileName": "/stub", "object": "/bucket"}[what]
                    for way in WAYS:
                        ends = multiprocessing.Event()
                        noise = multiprocessing.Process(target=disturb, args=(port, [f"{prefix}/hot"], ends))
                        noise.start()
                        try:
                            hot = measure(port, [place / "hot"], [f"{prefix}/hot"], way, share, total)
                        finally:
                            ends.set()
                            noise.join()
                        total += share
                        files, targets = [place / name for name in names[1:]], [f"{prefix}/{name}" for name in names[1:]]
                        after_rest = done = 0
                        while done < share:
                            part = min(share - done, len(files))
                            time.sleep(REST)
                            client = Client(port)
                            for target in targets[:part] * 3:
                                client.get(target)
                            after_rest += measure(port, files[:part], targets[:part], way, part, total)
                            done += part
                            total += part
                        stale += hot + after_rest
                        print(f"{what}, {way}: {hot} of {share:,} stale, and {after_rest} of {share:,} that had rested", file=sys.stderr)
            finally:
                server.terminate()
    print(f"{stale} of {total:,} stale")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
