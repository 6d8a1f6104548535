"""Links and upload forms that the server makes, used as clients use them, in strict mode."""

import json
import os
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request
import uuid

from running import PROGRAM, Server


def fetch(url, method="GET", headers={}, body=None):
    """The status and the body."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers, data=body)) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def send_form(url, fields, content):
    """What a browser sends for a form with a file."""
    boundary = uuid.uuid4().hex
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode() for name, value in fields.items()]
    parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="me.png"\r\n\r\n'.encode() + content + b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return fetch(url, "POST", {"Content-Type": f"multipart/form-data; boundary={boundary}"}, b"".join(parts))


class S3LinkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        response = {
            "get": "{{s3.presigned 'pictures' 'a b/ü+.jpg' expiresIn=600}}",
            "rotating": "{{s3.presigned 'pictures' 'a b/ü+.jpg' rotating=true}}",
            "put": "{{s3.presigned 'pictures' 'new.jpg' method='PUT' contentType='image/jpeg'}}",
        }
        files = {
            "s3/pictures/a b/ü+.jpg": "picture",
            "s3/pictures.meta.json": '{"acl": "private"}',
            "mappings/feed.json": json.dumps({
                "request": {"urlPath": "/feed"}, "response": {"jsonBody": response, "transformers": ["response-template"]}}),
            "mappings/form.json": json.dumps({
                "request": {"urlPath": "/form"},
                "response": {
                    "body": "{\"upload\": {{s3.presigned 'pictures' 'user/${filename}' form=true maximumBytes=10}} }",
                    "transformers": ["response-template"]}}),
            "understudy.json": '{"s3": {"auth": "strict", "keys": [{"accessKey": "test", "secretKey": "sec/ret"}]}}',
        }
        for name, content in files.items():
            path = os.path.join(cls.folder.name, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(content)
        cls.server = Server(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def call(self, path, value=None, method="POST", base=None):
        status, body = fetch((base or self.server.http) + path, "GET" if value is None else method, body=json.dumps(value).encode() if value is not None else None)
        self.assertLess(status, 300, body)
        return json.loads(body)

    def test_a_link_of_the_feed_holds_for_its_method_and_as_it_was_sent(self):
        self.assertEqual(fetch(self.server.s3 + "/pictures/" + urllib.parse.quote("a b/ü+.jpg"))[0], 403)
        feed = self.call("/feed")
        self.assertTrue(feed["get"].startswith(self.server.s3 + "/pictures/"), feed["get"])
        self.assertEqual(fetch(feed["get"]), (200, b"picture"))
        self.assertEqual(fetch(feed["get"].replace("ü", "u").replace("pictures/a", "pictures/b"))[0], 403)
        self.assertEqual(fetch(feed["get"], "DELETE")[0], 403)
        again = self.call("/feed")
        self.assertNotEqual(feed["rotating"], again["rotating"])
        for link in (feed["rotating"], again["rotating"]):
            self.assertEqual(fetch(link), (200, b"picture"))

    def test_the_link_has_the_host_by_which_the_client_came(self):
        port = urllib.parse.urlsplit(self.server.s3).port
        status, body = fetch(self.server.http + "/feed", headers={"Host": "phone.local:8080"})
        link = json.loads(body)["get"]
        self.assertTrue(link.startswith(f"http://phone.local:{port}/pictures/"), link)
        here = link.replace("phone.local", "127.0.0.1")
        self.assertEqual(fetch(here, headers={"Host": f"phone.local:{port}"}), (200, b"picture"))
        self.assertEqual(fetch(here)[0], 403)

    def test_curl_fetches_a_link_of_a_session_until_its_clock_has_passed_the_end(self):
        session = self.call("/__admin/sessions", {"clock": "manual"})
        link = self.call("/feed", base=session["baseUrl"])["get"]
        self.assertTrue(link.startswith(session["s3BaseUrl"] + "/pictures/"), link)

        def curl():
            return subprocess.run(["curl", "-s", "-o", "-", "-w", " %{http_code}", link], capture_output=True, text=True, check=True).stdout

        self.assertEqual(curl(), "picture 200")
        self.call("/__admin/clock/advance", {"milliseconds": 601_000}, base=session["baseUrl"])
        self.assertIn("Request has expired", curl())
        self.assertNotEqual(self.call("/feed", base=session["baseUrl"])["get"], link)

    def test_a_link_takes_an_upload_of_its_type(self):
        session = self.call("/__admin/sessions", {})
        link = self.call("/feed", base=session["baseUrl"])["put"]
        self.assertEqual(fetch(link, "PUT", {"Content-Type": "text/html"}, b"wrong")[0], 403)
        self.assertEqual(fetch(link, "PUT", {"Content-Type": "image/jpeg"}, b"new")[0], 200)
        made = self.call("/__admin/s3/presign", {"bucket": "pictures", "key": "new.jpg"}, base=session["baseUrl"])
        self.assertEqual((made["method"], fetch(made["url"])), ("GET", (200, b"new")))
        self.assertEqual(self.call("/__admin/s3/presign", {"bucket": "pictures", "key": "new.jpg"}, base=session["baseUrl"])["url"], made["url"])

    def test_a_form_takes_a_file_and_refuses_a_longer_one(self):
        form = self.call("/form")["upload"]
        self.assertEqual(send_form(form["url"], form["fields"], b"12345678901")[0], 400)
        self.assertEqual(send_form(form["url"], {**form["fields"], "key": "other/x"}, b"short")[0], 403)
        self.assertEqual(send_form(form["url"], form["fields"], b"short")[0], 204)
        link = self.call("/__admin/s3/presign", {"bucket": "pictures", "key": "user/me.png"})["url"]
        self.assertEqual(fetch(link), (200, b"short"))
        made = self.call("/__admin/s3/presign", {"bucket": "pictures", "key": "k", "form": True, "maximumBytes": 4, "headers": {"acl": "private"}})
        self.assertEqual((made["method"], made["fields"]["acl"]), ("POST", "private"))
        self.assertEqual(send_form(made["url"], made["fields"], b"four")[0], 204)

    def test_mistakes_in_a_wish_are_told_with_their_places(self):
        status, body = fetch(self.server.http + "/__admin/s3/presign", "POST", body=b'{"key": "k", "method": "PATCH", "expiresIn": 604801, "x": 1}')
        self.assertEqual(status, 422)
        self.assertEqual([error["source"]["pointer"] for error in json.loads(body)["errors"]], ["/", "/method", "/expiresIn", "/x"])

    def test_the_command_needs_no_server(self):
        def presign(*arguments, **options):
            return subprocess.run([PROGRAM, "s3", "presign", *arguments], capture_output=True, text=True, **options)

        here = ["--mocks", self.folder.name, "--url", self.server.s3]
        link = presign("s3://pictures/a b/ü+.jpg", *here).stdout.strip()
        self.assertEqual(fetch(link), (200, b"picture"))
        form = json.loads(presign("pictures/form", "--method", "POST", *here).stdout)
        self.assertEqual(send_form(form["url"], form["fields"], b"file")[0], 204)
        environment = {**os.environ, "UNDERSTUDY_S3_URL": self.server.s3}
        with tempfile.TemporaryDirectory() as nowhere:
            link = presign("pictures/form", "--s3-key", "test:sec/ret", env=environment, cwd=nowhere).stdout.strip()
            self.assertEqual(fetch(link), (200, b"file"))
            wrong = presign("pictures", cwd=nowhere)
            self.assertEqual((wrong.returncode, wrong.stderr), (64, '"pictures" must be BUCKET/KEY, such as pose-images/pose-01.jpg.\n'))
            limited = presign("b/k", "--max-bytes", "9", cwd=nowhere)
            self.assertEqual((limited.returncode, limited.stderr), (64, "--max-bytes limits the file of a form only: add --method POST.\n"))
            keyless = presign("b/k", cwd=nowhere, env={**os.environ, "UNDERSTUDY_S3_AUTH": "strict"})
            self.assertEqual(keyless.returncode, 78)
            self.assertIn("strict needs a key pair", keyless.stderr)


if __name__ == "__main__":
    unittest.main()
