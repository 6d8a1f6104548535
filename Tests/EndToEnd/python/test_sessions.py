"""Many tests on one server: each has its own stubs, scenarios and journal on the same URLs."""

import http.client
import os
import threading
import unittest
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import boto3
from botocore.config import Config as BotoConfig
from wiremock.client import HttpMethods, Mapping, MappingRequest, MappingResponse, Mappings, Requests
from wiremock.constants import Config

from running import Server, call

TESTS = int(os.environ.get("UNDERSTUDY_SESSION_TESTS", "100"))


class Forwarder(ThreadingHTTPServer):
    """A plain service that asks another one, and passes baggage on as such services do."""

    daemon_threads = True

    def __init__(self, target):
        self.target = target
        super().__init__(("127.0.0.1", 0), ForwardingHandler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class ForwardingHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        headers = {"baggage": self.headers["baggage"]} if self.headers["baggage"] else {}
        parts = urllib.parse.urlsplit(self.server.target)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        connection.request("GET", self.path, headers=headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        self.send_response(response.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class SessionTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.admin = cls.server.http + "/__admin"
        cls.inner = Forwarder(cls.server.http)
        cls.outer = Forwarder(cls.inner.url)

    @classmethod
    def tearDownClass(cls):
        for forwarder in (cls.outer, cls.inner):
            forwarder.shutdown()
            forwarder.server_close()
        cls.server.stop()

    def create(self, **fields):
        status, session = call(self.admin + "/sessions", "POST", fields)
        self.assertEqual(status, 201, session)
        return session

    def tearDown(self):
        for session in call(self.admin + "/sessions")[1]["sessions"]:
            call(f"{self.admin}/sessions/{session['id']}", "DELETE")

    def one_test(self, number):
        """A test with a stub, a scenario, a miss and a verification of its own.

        Returns what was wrong, or None.
        """
        carrier = ("ports", "prefix", "header", "baggage", "chain")[number % 5]
        mine = f"value of {number}"
        session = self.create(name=str(number), ports=carrier == "ports", mappings=[
            {"request": {"url": "/value"}, "response": {"body": mine}},
            {"scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "two",
             "request": {"url": "/step"}, "response": {"body": "one"}},
            {"scenarioName": "s", "requiredScenarioState": "two", "request": {"url": "/step"}, "response": {"body": f"two {number}"}},
        ])
        base, headers = {
            "ports": (session["baseUrl"], {}),
            "prefix": (session["baseUrl"], {}),
            "header": (self.server.http, {"X-Understudy-Session": session["id"]}),
            "baggage": (self.server.http, {"baggage": f"other=1,understudy-session={session['id']}"}),
            "chain": (self.outer.url, {"baggage": f"understudy-session={session['id']}"}),
        }[carrier]
        asked = ["/value", "/step", "/step", "/nothing", "/value"]
        got = [call(base + path, headers=headers) for path in asked]
        expected = [(200, mine), (200, "one"), (200, f"two {number}"), (404, None), (200, mine)]
        for path, (status, body), (wanted_status, wanted_body) in zip(asked, got, expected):
            if status != wanted_status or wanted_body is not None and body != wanted_body:
                return f"{carrier} {number} {path}: {status} {body}"
        _, journal = call(session["adminUrl"] + "/requests")
        seen = [entry["request"]["url"] for entry in reversed(journal["requests"])]
        if seen != asked:
            return f"{carrier} {number}: the journal has {seen}"
        _, count = call(session["adminUrl"] + "/requests/count", "POST", {"url": "/value"})
        if count["count"] != 2:
            return f"{carrier} {number}: counted {count}"
        _, report = call(f"{self.admin}/sessions/{session['id']}", "DELETE")
        if report["requests"] != 5 or [miss["url"] for miss in report["unmatched"]] != ["/nothing"]:
            return f"{carrier} {number}: reported {report}"
        return None

    def test_parallel_tests_on_the_same_urls_do_not_disturb_each_other(self):
        with ThreadPoolExecutor(16) as pool:
            wrong = [problem for problem in pool.map(self.one_test, range(TESTS)) if problem]
        self.assertEqual(wrong, [])
        self.assertEqual(call(self.admin + "/sessions")[1]["meta"]["total"], 0)
        self.assertEqual(call(self.admin + "/requests")[1]["meta"]["total"], 0)

    def test_wiremocks_client_works_below_a_session(self):
        session = self.create()
        before = call(self.admin + "/mappings")[1]["meta"]["total"]
        Config.base_url = session["adminUrl"]
        Mappings.create_mapping(Mapping(
            request=MappingRequest(method=HttpMethods.GET, url="/hello"), response=MappingResponse(status=200, body="Hello.")))
        self.assertEqual(call(session["baseUrl"] + "/hello"), (200, "Hello."))
        self.assertEqual(len(Requests.get_all_received_requests().requests), 1)
        self.assertEqual(call(self.server.http + "/hello")[0], 404)
        self.assertEqual(call(self.admin + "/mappings")[1]["meta"]["total"], before)
        Mappings.reset_mappings()
        self.assertEqual(call(session["baseUrl"] + "/hello")[0], 404)
        call(self.admin + "/requests", "DELETE")

    def test_boto3_reads_in_a_session(self):
        for ports in (False, True):
            session = self.create(ports=ports)
            client = boto3.client(
                "s3", endpoint_url=session["s3BaseUrl"], region_name="us-east-1", aws_access_key_id="test",
                aws_secret_access_key="test", config=BotoConfig(s3={"addressing_style": "path"}))
            keys = [entry["Key"] for entry in client.list_objects_v2(Bucket="pose-images")["Contents"]]
            body = client.get_object(Bucket="pose-images", Key=keys[0])["Body"].read()
            self.assertGreater(len(body), 0)
            _, journal = call(session["adminUrl"] + "/requests")
            self.assertEqual(len(journal["requests"]), 2)

    def test_ports_are_on_both_loopbacks_as_the_servers_own(self):
        def reached(url, path, text):
            """The addresses of the URL's port that respond with the text.

            Where a port was just closed, another program may listen by now, or the client be connected to itself.
            """
            found = []
            for host in ("127.0.0.1", "::1"):
                connection = http.client.HTTPConnection(host, urllib.parse.urlsplit(url).port, timeout=5)
                try:
                    connection.request("GET", path)
                    if text in connection.getresponse().read().decode(errors="replace"):
                        found.append(host)
                except (OSError, http.client.HTTPException):
                    pass
                finally:
                    connection.close()
            return found

        # A machine may have no IPv6.
        own = reached(self.server.http, "/__admin/health", "Wiremock is ok")
        self.assertIn("127.0.0.1", own)
        mark = str(uuid.uuid4())
        session = self.create(ports=True, mappings=[
            {"request": request, "response": {"body": mark}} for request in ({"url": "/mark"}, {"s3": {}})])
        for url in (session["baseUrl"], session["s3BaseUrl"]):
            self.assertEqual(reached(url, "/mark", mark), own)
        call(f"{self.admin}/sessions/{session['id']}", "DELETE")
        for url in (session["baseUrl"], session["s3BaseUrl"]):
            self.assertEqual(reached(url, "/mark", mark), [])

    def test_ports_come_and_go_and_leave_nothing_behind(self):
        folder = f"/proc/{self.server.process.pid}/fd"
        ports = []

        def come_and_go():
            session = self.create(ports=True)
            ports.append(session["baseUrl"])
            self.assertEqual(call(session["baseUrl"] + "/nothing")[0], 404)
            self.assertEqual(call(f"{self.admin}/sessions/{session['id']}", "DELETE")[0], 200)

        # The first requests for files open the watches of their folders.
        for _ in range(3):
            come_and_go()
        before = len(os.listdir(folder))
        for _ in range(300):
            come_and_go()
        self.assertEqual(len(set(ports)), len(ports))
        self.assertLessEqual(len(os.listdir(folder)), before + 2)

    def test_a_session_that_is_not_alive_is_nobodys(self):
        session = self.create()
        call(f"{self.admin}/sessions/{session['id']}", "DELETE")
        for url, headers in (
            (session["baseUrl"] + "/api/pose/all", {}),
            (self.server.http + "/api/pose/all", {"X-Understudy-Session": session["id"]}),
            (session["adminUrl"] + "/mappings", {}),
        ):
            status, text = call(url, headers=headers)
            self.assertEqual(status, 410, text)
        self.assertEqual(call(self.server.http + "/__session/nonesuch/a")[0], 404)
        status, xml = call(session["s3BaseUrl"] + "/pose-images/pose-01.jpg")
        self.assertEqual(status, 410)
        self.assertIn("<Code>NoSuchSession</Code>", xml)


if __name__ == "__main__":
    unittest.main()
