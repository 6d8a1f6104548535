"""Gives each test a session of its own on one Understudy server. To copy: pytest's fixture `session`, and `with understudy() as session`."""

import atexit, contextlib, json, os, re, subprocess, sys, tempfile, urllib.error, urllib.request

SERVER = os.environ.get("UNDERSTUDY_URL")


def call(method, url, body=None):
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), method=method)
    try:
        with urllib.request.urlopen(request) as reply:
            return json.loads(reply.read() or b"null")
    except urllib.error.HTTPError as error:
        raise AssertionError(error.read().decode()) from None


def server(mocks=os.environ.get("UNDERSTUDY_MOCKS")):
    global SERVER
    if not SERVER:
        program = [os.environ.get("UNDERSTUDY_PATH", "understudy"), "serve", mocks or tempfile.mkdtemp(), "--log-level", "error"]
        process = subprocess.Popen([*program, "--port", "0", "--s3-port", "0"], stdout=subprocess.PIPE, text=True)
        atexit.register(lambda: (process.terminate(), process.wait(), process.stdout.close()))
        SERVER = re.match(r"ready http=(\S+)", process.stdout.readline())[1]
    return SERVER


def end(session):
    """Ends the session. Returns whether it was as the test expects, and what was not."""
    report = call("DELETE", f"{server()}/__admin/sessions/{session['id']}")
    wrong = [e["sentence"] for e in report["expectations"] if not e["ok"]] + [u["explanation"] for u in report["unmatched"]]
    return report["ok"], "\n".join(wrong + [f"{f['method']} {f['url']}: {f['reason']}" for f in report["failures"]])


@contextlib.contextmanager
def understudy(*mappings, **settings):
    made = call("POST", f"{server()}/__admin/sessions", {"ports": True, "strict": True, "mappings": mappings, **settings})
    try:
        yield made
    except BaseException:
        print(end(made)[1], file=sys.stderr)
        raise
    ok, wrong = end(made)
    assert ok, wrong


with contextlib.suppress(ImportError):
    import pytest

    @pytest.fixture
    def session():
        yield from understudy.__wrapped__()
