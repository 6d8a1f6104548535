"""Buckets with many objects: what their listings take, and what each object costs."""

import http.client
import re
import statistics
import time
from urllib.parse import quote

FOLDERS = 100


def name(number, count):
    """The key of an object: a hundred folders, however many objects there are."""
    each = count // FOLDERS
    return f"day-{number // each:02d}/picture-{number % each:06d}.jpg"


def fill(folder, count):
    """A mocks folder with a bucket of so many objects of a few bytes, old enough for their stamps to be trusted."""
    bucket = folder / "s3" / "many"
    for number in range(FOLDERS):
        (bucket / f"day-{number:02d}").mkdir(parents=True)
    for number in range(count):
        (bucket / name(number, count)).write_bytes(b"%d" % number)
    return folder


class Client:
    """One connection to the S3 listener."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.s3_port, timeout=120)

    def call(self, method, target, body=None):
        self.connection.request(method, target, body)
        response = self.connection.getresponse()
        text = response.read()
        assert response.status == 200, f"{method} {target}: {response.status} {text[:500]}"
        return text

    def listing(self, query):
        """Seconds of a listing, and how many keys and common prefixes it has."""
        started = time.perf_counter()
        text = self.call("GET", "/many?list-type=2" + query)
        taken = time.perf_counter() - started
        return taken, int(re.search(rb"<KeyCount>(\d+)<", text).group(1))

    def upload(self, count):
        for number in range(count):
            self.call("PUT", "/many/" + name(number, count), b"%d" % number)

    def list_all(self, count):
        """Every page once, so that every object is known."""
        seen, after = 0, ""
        while True:
            text = self.call("GET", f"/many?list-type=2&start-after={quote(after)}")
            keys = re.findall(rb"<Key>([^<]*)</Key>", text)
            seen += len(keys)
            if b"<IsTruncated>true<" not in text:
                break
            after = keys[-1].decode()
        assert seen == count, f"{seen} of {count} objects are listed"


def queries(count):
    """The listings that are measured, with the number of entries that each has in a bucket of any size."""
    def start(share):
        return quote(name(int(count * share), count))

    last = name(count - 1_001, count) if count > 1_000 else ""
    return {
        "the first key": ("&max-keys=1", 1),
        "the first page of 1,000": ("", 1_000),
        "a page of 1,000 in the middle": (f"&start-after={start(0.5)}" if count > 1_000 else "", 1_000),
        "the last page of 1,000": (f"&start-after={quote(last)}", 1_000),
        "a prefix": ("&prefix=day-42/&max-keys=10", 10),
        "a delimiter": ("&delimiter=/", FOLDERS),
    }


def compare(few, many, counts, rounds):
    """Medians of each listing in both buckets, interleaved. `few` and `many` are clients. Returns {what: (few, many)}."""
    asked = [queries(count) for count in counts]
    taken = {what: ([], []) for what in asked[0]}
    for _ in range(rounds):
        for what in taken:
            for client, of_count, into in zip((few, many), asked, taken[what]):
                query, expected = of_count[what]
                seconds, entries = client.listing(query)
                assert entries == expected, f"{what}: {entries} in place of {expected}"
                into.append(seconds)
    return {what: tuple(map(statistics.median, pair)) for what, pair in taken.items()}
