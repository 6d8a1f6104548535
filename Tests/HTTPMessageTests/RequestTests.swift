import HTTPMessage
import Testing

@Suite struct RequestTests {
    @Test func keepsTargetSpellingAndOrder() {
        let request = Request(
            method: "PATCH", target: "/a%20b?x=1&x=2+3", headers: [("X-One", "1"), ("x-one", "2"), ("Host", "h")])
        #expect(request.path == "/a%20b")
        #expect(request.queryItems == [QueryItem("x", "1"), QueryItem("x", "2 3")])
        #expect(request.headers("X-ONE") == ["1", "2"])
        #expect(request.headers.map(\.name) == ["X-One", "x-one", "Host"])
    }

    @Test func resetForgetsEverythingButTheArrival() {
        var request = Request(method: "POST", target: "/a", headers: [("A", "b")], body: [1])
        request.reset()
        #expect(request.headerCount == 0)
        #expect(request.target.isEmpty)
        #expect(request.body.count == 0)
    }

    @Test(arguments: [
        ("http://h:1/a?b=http://c/", "/a?b=http://c/"), ("HTTPS://h", "/"), ("http://h?x", "/?x"), ("/http://h/", "/http://h/"),
        ("*", "*"), ("httpx", "httpx"),
    ])
    func anAbsoluteTargetIsItsPathAndQuery(_ received: String, _ target: String) {
        #expect(Request(target: received).target == target)
    }
}
