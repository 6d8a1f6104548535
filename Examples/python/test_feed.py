"""A feed's client and its tests: for pytest, and for unittest (`python -m unittest`)."""

import json
import threading
import unittest
import urllib.error
import urllib.request

import understudy_session
from understudy_session import call, understudy

# Where pytest is installed, its fixture.
session = getattr(understudy_session, "session", None)


def poses(base, page):
    """The app's code: the numbers of a page's poses, or None when nobody is logged in."""
    try:
        with urllib.request.urlopen(f"{base}/api/pose/all?pageNumber={page}&pageSize=8") as reply:
            return [item["poseInfo"]["poseId"] for item in json.load(reply)["content"]]
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 401:
            return None
        raise


def feed_page(number, response):
    pattern = {"method": "GET", "urlPath": "/api/pose/all", "queryParameters": {"pageNumber": {"equalTo": str(number)}}}
    return {"request": pattern, "response": response, "expect": {"count": 1}}


PAGE = {"jsonBody": {"content": [{"poseInfo": {"poseId": 325}}, {"poseInfo": {"poseId": 324}}]}}


def test_a_page_is_shown(session):
    call("POST", f"{session['adminUrl']}/mappings", feed_page(0, PAGE))
    assert poses(session["baseUrl"], 0) == [325, 324]


class FeedTests(unittest.TestCase):
    def test_a_page_is_shown(self):
        with understudy(feed_page(0, PAGE)) as session:
            self.assertEqual(poses(session["baseUrl"], 0), [325, 324])

    def test_nobody_is_logged_in(self):
        with understudy(feed_page(0, {"status": 401})) as session:
            self.assertIsNone(poses(session["baseUrl"], 0))

    def test_a_slow_page_is_waited_for_on_a_manual_clock(self):
        with understudy(feed_page(0, {**PAGE, "fixedDelayMilliseconds": 800}), clock="manual") as session:
            shown = []
            app = threading.Thread(target=lambda: shown.append(poses(session["baseUrl"], 0)))
            app.start()
            call("POST", f"{session['adminUrl']}/requests/await", {"urlPath": "/api/pose/all", "count": 1})
            call("POST", f"{session['adminUrl']}/clock/advance", {"milliseconds": 800})
            app.join()
            self.assertEqual(shown, [[325, 324]])

    def test_what_nothing_answers_fails_the_test_and_says_why(self):
        with self.assertRaises(AssertionError) as failure:
            with understudy(feed_page(1, PAGE)) as session:
                with self.assertRaises(urllib.error.HTTPError) as miss:
                    poses(session["baseUrl"], 0)
                miss.exception.close()
        self.assertIn("pageNumber", str(failure.exception))

    def test_a_stub_without_an_expectation_may_stay_unused(self):
        with understudy({"request": {"urlPath": "/a"}}):
            pass

    def test_a_response_that_cannot_be_made_fails_the_test_and_says_why(self):
        with self.assertRaises(AssertionError) as failure:
            with understudy(feed_page(0, {"bodyFileName": "nowhere.json"})) as session:
                with self.assertRaises(urllib.error.HTTPError) as broken:
                    poses(session["baseUrl"], 0)
                broken.exception.close()
        self.assertIn("nowhere.json", str(failure.exception))


if __name__ == "__main__":
    unittest.main()
