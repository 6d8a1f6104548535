"""Folders of mocks to measure with, and files of the same sizes for nginx."""

import json
import random

SIZES = {"1k": 1024, "20k": 20 * 1024, "100k": 100 * 1024, "2m": 2 * 1024 * 1024}

# Those that are served from files as well.
FILES = ("1k", "20k")

# How the paths of many stubs look, as requested and as stubbed; they are taken in turn.
EXACT = [("/exact/%d", {"url": "/exact/%d"})]
MIXED = EXACT + [
    ("/template/%d/abc", {"urlPathTemplate": "/template/%d/{id}"}),
    ("/regex/%d/abc", {"urlPathPattern": "/regex/%d/[a-z]+"}),
]


def answer(size, **more):
    return {"status": 200, "headers": {"Content-Type": "application/json"}, "body": "x" * size} | more


def write(folder, mappings):
    (folder / "mappings").mkdir(parents=True)
    (folder / "mappings" / "all.json").write_text(json.dumps({"mappings": mappings}))
    return folder


def ordinary(folder):
    """The stubs that bare C has as routes, the same bodies from files in three ways, and two pictures in a bucket."""
    def get(path, response):
        return {"request": {"method": "GET", "url": path}, "response": response}

    write(folder, [
        get("/1k", answer(SIZES["1k"])),
        get("/20k", answer(SIZES["20k"])),
        get("/delay", answer(SIZES["1k"], fixedDelayMilliseconds=100)),
        get("/held", answer(SIZES["1k"], fixedDelayMilliseconds=10_000)),
        {"request": {"method": "GET", "urlPath": "/templated"},
         "response": answer(0, body="{{request.query.name}}" + "x" * (SIZES["1k"] - 4), transformers=["response-template"])},
        *(get(f"/named-{name}", {"status": 200, "bodyFileName": f"dropped-{name}"}) for name in FILES),
        {"request": {"method": "POST", "url": "/upload"}, "response": {"status": 200}},
    ])
    (folder / "__files").mkdir()
    bucket = folder / "s3" / "bench"
    bucket.mkdir(parents=True)
    for name in ("100k", "2m"):
        (bucket / name).write_bytes(random.Random(name).randbytes(SIZES[name]))
    for name in FILES:
        (folder / "__files" / f"dropped-{name}").write_text("x" * SIZES[name])
        (bucket / f"object-{name}").write_text("x" * SIZES[name])
    return folder


def many(folder, count, kinds):
    """That many stubs of 1 kB, and the one that readiness is asked of."""
    def number(pattern, index):
        return {key: value % index for key, value in pattern.items()}

    stubs = [{"request": {"method": "GET", "url": "/1k"}, "response": answer(SIZES["1k"])}]
    for index in range(count):
        stubs.append({"request": {"method": "GET", **number(kinds[index % len(kinds)][1], index)}, "response": answer(SIZES["1k"])})
    return write(folder, stubs)


def files(folder):
    folder.mkdir()
    for name, size in SIZES.items():
        (folder / name).write_bytes(random.Random(name).randbytes(size))
    return folder
