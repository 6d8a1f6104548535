"""The built program, run as a user runs it."""

import http.client
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import unittest
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "mocks"
PROGRAM = os.environ.get("UNDERSTUDY_PROGRAM", ROOT / ".build" / "debug" / "understudy")


class Server:
    """`understudy serve` on free ports, from its ready line on."""

    def __init__(self, mocks=SAMPLE, *options, environment=None, descriptors=None):
        """`descriptors`: how many the process may have open; the system's limit by default."""
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PROGRAM, "serve", mocks, "--port", "0", "--s3-port", "0", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, text=True,
            env={**os.environ, **(environment or {})},
            preexec_fn=descriptors and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))),
        )
        self.ready = self.process.stdout.readline().strip()
        if not re.fullmatch(r"ready http=\S+ s3=\S+ .*pid=\d+", self.ready):
            self.process.wait(timeout=10)
            self.log.seek(0)
            raise AssertionError(f"{PROGRAM} said \"{self.ready}\":\n{self.log.read().decode()}")
        addresses = dict(pair.split("=", 1) for pair in self.ready.split()[1:])
        self.http, self.s3, self.https = addresses["http"], addresses["s3"], addresses.get("https")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=20)
        self.process.stdout.close()
        self.log.seek(0)
        self.messages = self.log.read().decode()
        self.log.close()
        return status


class ServerTests(unittest.TestCase):
    """Tests that share one server of the sample."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.admin = cls.server.http + "/__admin"

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()


def call(url, method="GET", body=None, headers=None):
    """Status and body of a response, JSON decoded."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    try:
        data = None if body is None else json.dumps(body)
        connection.request(method, parts.path + ("?" + parts.query if parts.query else ""), data, headers or {})
        response = connection.getresponse()
        text = response.read().decode()
        try:
            return response.status, json.loads(text)
        except ValueError:
            return response.status, text
    finally:
        connection.close()
