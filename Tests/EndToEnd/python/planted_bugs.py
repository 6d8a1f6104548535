"""Ten clients, each with a bug of the kind that real ones have: right when responses come in the order of the requests.

Each is a mock server's part, as mappings, and a client's part. They are the ten of Tests/ResponseOrdersTests/Exploring/PlantedBugs.swift, over
sockets.
"""

PAGES = {"request": {"urlPattern": ".*"}, "response": {"body": "{{request.url}}", "transformers": ["response-template"]}, "priority": 9}


def scenario(name, request, states):
    """A request whose response depends on how often another one has come: `states` are the bodies, one for each state."""
    return [{"scenarioName": name, "requiredScenarioState": state, "request": request, "response": {"body": text}}
            for state, text in states.items()]


class Client:
    """Sends `first`, each when the one before has arrived at the server. `receive` takes a response, and returns what is sent then."""

    mappings = [PAGES]

    def receive(self, body, request):
        return []


class SearchAsYouType(Client):
    """Shows whatever came last, not what was asked for last."""

    first = ["GET /search?q=s", "GET /search?q=sw", "GET /search?q=swi", "GET /search?q=swift"]
    culprits = [["GET /search?q=swift #1", "GET /search?q=swi #1"]]
    shown = ""

    def receive(self, body, request):
        self.shown = body
        return []

    def is_right(self):
        return self.shown == "/search?q=swift"


class PagesAppended(Client):
    """Appends pages as they come."""

    first = [f"GET /feed?page={page}" for page in range(1, 7)]
    culprits = None

    def __init__(self):
        self.shown = []

    def receive(self, body, request):
        self.shown.append(body)
        return []

    def is_right(self):
        return self.shown == sorted(self.shown)


class LikeOverwritten(Client):
    """A refresh that was sent before a like takes the like back."""

    first = ["GET /post/7", "GET /profile", "POST /post/7/like", "GET /comments"]
    culprits = [["POST /post/7/like #1", "GET /post/7 #1"]]
    mappings = [
        PAGES,
        *scenario("likes", {"method": "GET", "url": "/post/7"}, {"Started": "0", "liked": "1"}),
        {"scenarioName": "likes", "newScenarioState": "liked", "request": {"method": "POST", "url": "/post/7/like"},
         "response": {"body": "1"}},
    ]
    likes = 0

    def receive(self, body, request):
        if request in ("GET /post/7", "POST /post/7/like"):
            self.likes = int(body)
        return []

    def is_right(self):
        return self.likes == 1


class RotatingToken(Client):
    """Each 401 refreshes the token, which makes the token before invalid. Keeps the token that came last, not the newest one."""

    first = ["GET /a", "GET /b", "GET /c"]
    culprits = [["POST /token #2", "POST /token #1"]]
    mappings = [
        {"request": {"urlPathPattern": "/[ac]"}, "response": {"body": "401"}},
        {"request": {"urlPath": "/b"}, "response": {"body": "200"}},
        {"request": {"method": "POST", "urlPath": "/token"}, "responses": [{"body": "1"}, {"body": "2"}, {"body": "3"}]},
    ]
    newest = 0
    token = 0

    def receive(self, body, request):
        if request == "POST /token":
            self.token = int(body)
            self.newest = max(self.newest, self.token)
        return ["POST /token"] if body == "401" else []

    def is_right(self):
        return self.token == self.newest


class ThreeOfEight(Client):
    """One wrong order of three among eight."""

    first = [f"GET /part/{part}" for part in range(1, 9)]
    culprits = [["GET /part/6 #1", "GET /part/2 #1", "GET /part/7 #1"]]

    def __init__(self):
        self.seen = []

    def receive(self, body, request):
        self.seen.append(body)
        return []

    def is_right(self):
        return not self.seen.index("/part/6") < self.seen.index("/part/2") < self.seen.index("/part/7")


class SpinnerFlag(Client):
    """A flag instead of a count: the spinner goes when the second of two loads ends, while the first is still under way."""

    first = ["GET /list", "GET /avatar", "GET /totals", "GET /settings", "GET /news"]
    culprits = [["GET /totals #1", "GET /list #1"]]
    hid_too_early = False
    has_list = False

    def receive(self, body, request):
        self.has_list = self.has_list or request == "GET /list"
        if request == "GET /totals" and not self.has_list:
            self.hid_too_early = True
        return []

    def is_right(self):
        return not self.hid_too_early


class ListOverDetail(Client):
    """A list with short items replaces the detail that came before it."""

    first = ["GET /items", "GET /banner", "GET /flags", "GET /items/3", "GET /cart", "GET /offers"]
    culprits = [["GET /items/3 #1", "GET /items #1"]]
    item = ""

    def receive(self, body, request):
        self.item = {"GET /items": "short", "GET /items/3": "whole"}.get(request, self.item)
        return []

    def is_right(self):
        return self.item == "whole"


class DeletedItem(Client):
    """A list that was asked for before the deletion brings the deleted item back."""

    first = ["GET /items", "GET /me", "GET /badges", "DELETE /items/x"]
    culprits = [["DELETE /items/x #1", "GET /items #1"]]
    mappings = [
        PAGES,
        *scenario("items", {"method": "GET", "url": "/items"}, {"Started": "x,y", "deleted": "y"}),
        {"scenarioName": "items", "newScenarioState": "deleted", "request": {"method": "DELETE", "url": "/items/x"},
         "response": {"body": "y"}},
    ]

    def __init__(self):
        self.shown = []

    def receive(self, body, request):
        if request == "GET /items":
            self.shown = body.split(",")
        elif request == "DELETE /items/x":
            self.shown = [item for item in self.shown if item != "x"]
        return []

    def is_right(self):
        return "x" not in self.shown


class Logout(Client):
    """A profile that comes after the sign-out signs the user in again, if the settings have come between the two."""

    first = ["GET /profile", "GET /inbox", "POST /logout", "GET /news", "GET /settings", "GET /help", "GET /about"]
    culprits = [["POST /logout #1", "GET /settings #1", "GET /profile #1"]]
    is_signed_in = True
    has_settings = False

    def receive(self, body, request):
        if request == "POST /logout":
            self.is_signed_in = self.has_settings = False
        elif request == "GET /settings":
            self.has_settings = True
        elif request == "GET /profile" and self.has_settings:
            self.is_signed_in = True
        return []

    def is_right(self):
        return not self.is_signed_in


class DependentRequests(Client):
    """The detail of what a list names is lost when it comes before the prices, which make a new table. The list leads to both."""

    first = ["GET /list", "GET /user", "GET /ads"]
    culprits = [["GET /detail/2 #1", "GET /prices #1"]]

    def __init__(self):
        self.rows = []

    def receive(self, body, request):
        if request == "GET /list":
            return ["GET /prices", "GET /detail/1", "GET /detail/2"]
        if request == "GET /prices":
            self.rows = ["prices"]
        elif request == "GET /detail/2":
            self.rows.append("2")
        return []

    def is_right(self):
        return self.rows == ["prices", "2"]


ALL = [SearchAsYouType, PagesAppended, LikeOverwritten, RotatingToken, ThreeOfEight, SpinnerFlag, ListOverDetail, DeletedItem, Logout,
       DependentRequests]
