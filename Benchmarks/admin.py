"""Calls of the admin API on one connection."""

import http.client
import json


class Admin:
    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def call(self, method, path, body=None):
        self.connection.request(method, "/__admin" + path, None if body is None else json.dumps(body))
        response = self.connection.getresponse()
        text = response.read()
        assert response.status < 300, f"{method} {path}: {response.status} {text.decode()}"
        return json.loads(text)

    def session(self, **fields):
        return self.call("POST", "/sessions", fields)

    def end(self, session):
        return self.call("DELETE", f"/sessions/{session['id']}")
