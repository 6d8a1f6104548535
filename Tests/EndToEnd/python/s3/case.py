"""What the S3 tests share: one server in strict mode, a session for each test, clients, and raw requests."""

import atexit
import http.client
import json
import sys
import tempfile
import threading
import unittest
import urllib.request
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import quote, urlsplit

import boto3
from botocore import UNSIGNED
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from running import Server  # noqa: E402

MAIN = Credentials("UNDERSTUDYMAINKEY001", "main/secret+of/forty/characters=========")
ALT = Credentials("UNDERSTUDYALTKEY0002", "alt-secret-of-some-other-length")
MIB = 1 << 20

# The endpoint that clients are made with; each request goes to its test's session.
ANYWHERE = "http://127.0.0.1:1"

_lock = threading.Lock()
_shared = {}
_of_thread = threading.local()


def _server():
    """The server of this process: strict, with two keys and an empty folder."""
    with _lock:
        if "server" not in _shared:
            folder = tempfile.TemporaryDirectory()
            keys = [{"accessKey": key.access_key, "secretKey": key.secret_key} for key in (MAIN, ALT)]
            settings = Path(folder.name) / "understudy.json"
            settings.write_text(json.dumps({"s3": {"auth": "strict", "keys": keys}}))
            (Path(folder.name) / "s3").mkdir()
            server = Server(folder.name)
            _shared.update(server=server, folder=folder, boto=boto3.Session(region_name="us-east-1"))

            def end():
                server.stop()
                folder.cleanup()

            atexit.register(end)
        return _shared["server"]


def make_client(endpoint, key, config):
    settings = Config(retries={"total_max_attempts": 1}, connect_timeout=10, read_timeout=30,
                      **({"signature_version": UNSIGNED} if key is None else {}), **config)
    with _lock:
        return _shared["boto"].client(
            "s3", endpoint_url=endpoint, config=settings,
            aws_access_key_id=key.access_key if key else None, aws_secret_access_key=key.secret_key if key else None)


def cases(**rows):
    """Makes a test of each row: `test_x` with the row `name=(…)` becomes `test_x_name`, which is called with the row's values."""
    def mark(function):
        function.rows = {**rows, **getattr(function, "rows", {})}
        return function
    return mark


class Reply:
    """A raw response."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def xml(self):
        return parse(self.body)

    @property
    def code(self):
        """The code of an error; None when the body is not one."""
        try:
            return self.xml.findtext("Code")
        except ElementTree.ParseError:
            return None

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


def parse(text):
    """XML without its namespaces."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


class S3Case(unittest.TestCase):
    """A test with a session, and so with buckets of its own: names need not differ between tests."""

    maxDiff = 2000

    def __init_subclass__(cls):
        super().__init_subclass__()
        for name, function in list(vars(cls).items()):
            if not hasattr(function, "rows"):
                continue
            delattr(cls, name)
            for row, values in function.rows.items():
                def run(self, function=function, values=values):
                    return function(self, *(values if isinstance(values, tuple) else (values,)))
                run.__name__ = f"{name}_{row}"
                setattr(cls, run.__name__, run)

    def setUp(self):
        self.exchanges = []
        admin = _server().http + "/__admin/sessions"
        asked = urllib.request.Request(admin, json.dumps({"ports": True, "name": self.id()}).encode(), method="POST")
        with urllib.request.urlopen(asked, timeout=30) as answer:
            session = json.load(answer)
        self.endpoint = session["s3BaseUrl"]
        self.admin = session["adminUrl"]
        self.buckets = 0
        ending = urllib.request.Request(f"{admin}/{session['id']}", method="DELETE")
        self.addCleanup(lambda: urllib.request.urlopen(ending, timeout=30).close())
        self.s3 = self.client()

    # Clients

    def client(self, key=MAIN, **config):
        """A client at boto3's defaults, but for retries. `key` None makes it anonymous."""
        if not config:
            return self.reused(key)
        client = make_client(self.endpoint, key, config)
        self.addCleanup(client.close)
        return client

    def reused(self, key):
        """A client from an earlier test of this thread, which now asks this test's session: making one takes long."""
        clients = _of_thread.__dict__.setdefault("clients", {})
        name = key.access_key if key else None
        if name not in clients:
            client = make_client(ANYWHERE, key, {})
            holder = {}

            def before_call(params, **_):
                params["url"] = params["url"].replace(ANYWHERE, holder["test"].endpoint, 1)

            def before_send(request, **_):
                holder["test"].exchanges.append([request.method, request.url, dict(request.headers), None])

            def received(response_dict, **_):
                exchanges = holder["test"].exchanges
                if exchanges and response_dict:
                    body = response_dict.get("body", b"")
                    body = body if isinstance(body, bytes) else b"(a stream)"
                    exchanges[-1][3] = (response_dict["status_code"], dict(response_dict["headers"]), body)

            client.meta.events.register("before-call.s3", before_call)
            client.meta.events.register("before-send.s3", before_send)
            client.meta.events.register("response-received.s3", received)
            clients[name] = client, holder
        client, holder = clients[name]
        holder["test"] = self
        return client

    def new_bucket(self, client=None, **settings):
        self.buckets += 1
        name = f"test-bucket-{self.buckets}"
        (client or self.s3).create_bucket(Bucket=name, **settings)
        return name

    def bucket_of(self, *keys, client=None):
        """A new bucket with objects whose bodies are their keys."""
        bucket = self.new_bucket(client)
        for key in keys:
            (client or self.s3).put_object(Bucket=bucket, Key=key, Body=key.encode())
        return bucket

    def body(self, bucket, key, **arguments):
        return self.s3.get_object(Bucket=bucket, Key=key, **arguments)["Body"].read()

    def keys(self, bucket):
        return [entry["Key"] for entry in self.s3.list_objects_v2(Bucket=bucket).get("Contents", [])]

    def refused(self, status, code, operation, **arguments):
        """Asserts that a call is refused; `code` None where there is no body to say it. Returns the response."""
        with self.assertRaises(ClientError) as caught:
            operation(**arguments)
        response = caught.exception.response
        found = response["ResponseMetadata"]["HTTPStatusCode"], response["Error"]["Code"]
        if code is None:
            self.assertEqual(found[0], status, response)
        else:
            self.assertEqual(found, (status, code), response)
        return response

    def status(self, response):
        return response["ResponseMetadata"]["HTTPStatusCode"]

    # Raw requests

    def raw(self, method, target, headers=None, body=b"", exact=False):
        """Sends a request as it is. `exact`: no field is added, not even a length."""
        parts = urlsplit(self.endpoint)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        try:
            fields = dict(headers or {})
            connection.putrequest(method, target, skip_host=any(name.lower() == "host" for name in fields), skip_accept_encoding=True)
            lower = {name.lower() for name in fields}
            if not exact and "content-length" not in lower and "transfer-encoding" not in lower and (body or method in ("PUT", "POST")):
                fields["Content-Length"] = str(len(body))
            for name, value in fields.items():
                connection.putheader(name, value)
            connection.endheaders()
            if body:
                connection.send(body)
            answer = connection.getresponse()
            reply = Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()
        self.exchanges.append([method, target, dict(headers or {}), (reply.status, dict(reply.headers), reply.body)])
        return reply

    def sign(self, method, target, headers=None, body=b"", key=MAIN, signer=S3SigV4Auth):
        """The header fields of a signed request."""
        request = AWSRequest(method, self.endpoint + target, dict(headers or {}), body)
        signer(key, "s3", "us-east-1").add_auth(request)
        return dict(request.headers.items())

    def signed(self, method, target, headers=None, body=b"", key=MAIN, after=None):
        """Sends a signed request; `after` sets fields after it was signed, None removes one."""
        fields = self.sign(method, target, headers, body, key)
        for name, value in (after or {}).items():
            fields = {known: text for known, text in fields.items() if known.lower() != name.lower()}
            if value is not None:
                fields[name] = value
        return self.raw(method, target, fields, body)

    def link(self, operation, client=None, expires=100, **arguments):
        """The target (path and query) of a presigned link."""
        url = (client or make_client(self.endpoint, MAIN, {})).generate_presigned_url(operation, Params=arguments, ExpiresIn=expires)
        return url[len(self.endpoint):]

    def path(self, bucket, key=""):
        return f"/{bucket}/{quote(key)}" if key else f"/{bucket}"
