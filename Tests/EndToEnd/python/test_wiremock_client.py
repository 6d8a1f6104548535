"""WireMock's own Python client drives the server."""

import unittest
import urllib.error
import urllib.request

from wiremock.client import (
    HttpMethods, Mapping, MappingRequest, MappingResponse, Mappings, NearMisses, NearMissMatchPatternRequest,
    NearMissMatchRequest, Requests, Scenarios)
from wiremock.constants import Config

from running import Server


def ask(url, method="GET", body=None):
    """Status and text of an answer."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data=body, method=method), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


class WireMockClientTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        Config.base_url = f"{cls.server.http}/__admin"

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def setUp(self):
        Mappings.reset_mappings()
        Requests.reset_request_journal()

    def hello(self, **request):
        return Mapping(
            request=MappingRequest(method=HttpMethods.GET, url="/hello", **request),
            response=MappingResponse(status=200, body="Hello."))

    def test_a_stub_is_made_changed_and_deleted(self):
        before = Mappings.retrieve_all_mappings().meta.total
        made = Mappings.create_mapping(self.hello())
        self.assertEqual(ask(f"{self.server.http}/hello"), (200, "Hello."))
        self.assertEqual(Mappings.retrieve_mapping(made.id).response.body, "Hello.")
        made.response.body = "Good-bye."
        Mappings.update_mapping(made)
        self.assertEqual(ask(f"{self.server.http}/hello"), (200, "Good-bye."))
        Mappings.delete_mapping(made.id)
        self.assertEqual(ask(f"{self.server.http}/hello")[0], 404)
        self.assertEqual(Mappings.retrieve_all_mappings().meta.total, before)

    def test_requests_are_counted_and_found(self):
        Mappings.create_mapping(self.hello())
        for _ in range(3):
            ask(f"{self.server.http}/hello")
        pattern = NearMissMatchPatternRequest(url="/hello", method=HttpMethods.GET)
        self.assertEqual(Requests.get_matching_request_count(pattern).count, 3)
        self.assertEqual(len(Requests.get_matching_requests(pattern).requests), 3)
        self.assertEqual(len(Requests.get_all_received_requests().requests), 3)

    def test_a_miss_has_near_misses(self):
        Mappings.create_mapping(self.hello())
        self.assertEqual(ask(f"{self.server.http}/hallo")[0], 404)
        self.assertEqual(len(Requests.get_unmatched_requests().requests), 1)
        nearest = NearMisses.find_nearest_misses_by_request(NearMissMatchRequest(url="/hallo", method=HttpMethods.GET))
        self.assertGreater(len(nearest.near_misses), 0)

    def test_scenarios_are_reset(self):
        Mappings.create_mapping(Mapping(
            scenario_name="door", required_scenario_state="Started", new_scenario_state="open",
            request=MappingRequest(method=HttpMethods.GET, url="/door"), response=MappingResponse(body="closed")))
        self.assertEqual(ask(f"{self.server.http}/door"), (200, "closed"))
        self.assertEqual(ask(f"{self.server.http}/door")[0], 404)
        Scenarios.reset_all_scenarios()
        self.assertEqual(ask(f"{self.server.http}/door"), (200, "closed"))


if __name__ == "__main__":
    unittest.main()
