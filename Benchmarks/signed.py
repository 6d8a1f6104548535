"""An object of 20 kB with strict signatures: by a presigned link, and as a signed upload with a checksum. And moto, to compare with."""

import hashlib
import json
import subprocess
import sys
import zlib
from base64 import b64encode
from collections import namedtuple
from urllib.request import Request, urlopen

import load
import mocks
import servers

ROOT = servers.HERE.parent
sys.path.insert(0, str(ROOT / "Tests" / "EndToEnd" / "python" / "s3"))

import signing  # noqa: E402

KEY = namedtuple("Key", "access_key secret_key")("benchmark", "a-secret-of-the-benchmark")
CONNECTIONS = 32
SIZE = mocks.SIZES["20k"]
OBJECT = "/bench/object-20k"
NEW = "/bench/uploaded"


def strict(folder):
    """The usual mocks, with signatures verified."""
    mocks.ordinary(folder)
    (folder / "understudy.json").write_text(json.dumps({"s3": {"auth": "strict", "keys": [
        {"accessKey": KEY.access_key, "secretKey": KEY.secret_key}]}}))
    return folder


class Moto(servers.Server):
    """moto's server, with the same object. It verifies no signature."""

    name = "moto"

    def command(self):
        self.port = servers.free_port()
        return [self.installed() / "moto_server", "-H", "127.0.0.1", "-p", str(self.port)]

    @staticmethod
    def installed():
        """Its folder of programs; installs it the first time."""
        folder = ROOT / ".build" / "moto"
        if not (folder / "bin" / "moto_server").exists():
            print("bench: installing moto", file=sys.stderr)
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "moto[s3,server]"],
                           check=True)
        return folder / "bin"

    def become_ready(self):
        self.wait_for_port(60)
        for target, body in (("/bench", b""), (OBJECT, b"x" * SIZE)):
            urlopen(Request(f"http://127.0.0.1:{self.port}{target}", body, fields(self.port, target, body), method="PUT"), timeout=30).close()


def fields(port, target, body):
    """The header fields of a PUT, signed in version 4, with a CRC-32 of the body."""
    checksum = {"x-amz-checksum-crc32": b64encode(zlib.crc32(body).to_bytes(4, "big")).decode(), "x-amz-sdk-checksum-algorithm": "CRC32"}
    values = signing.fields(KEY, f"127.0.0.1:{port}", "PUT", target, checksum, hashlib.sha256(body).hexdigest())
    # wrk and urllib send it themselves.
    del values["host"]
    return values


def link(server, port):
    """GETs of the object by one presigned link."""
    url = f"http://127.0.0.1:{port}" + signing.link(KEY, f"127.0.0.1:{port}", "GET", OBJECT, expires=3_600)
    return lambda seconds, cores: load.wrk(server, url, seconds, CONNECTIONS, cores)


def put(server, port):
    """Signed uploads; a signature holds for fifteen minutes."""
    def run(seconds, cores):
        pairs = [word for pair in fields(port, NEW, b"x" * SIZE).items() for word in pair]
        return load.wrk(server, f"http://127.0.0.1:{port}{NEW}", seconds, CONNECTIONS, cores, "put.lua", (SIZE, *pairs))

    return run
