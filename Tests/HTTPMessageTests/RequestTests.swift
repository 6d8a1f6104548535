import HTTPMessage
import Testing

@Suite struct RequestTests {
    @Test(arguments: ["/__session/7f3a", "/__session/7f3a?list-type=2", "/__session/7f3a/", "/__session/7f3a/b/k?x"])
    func whatTheClientSentIsKept(target: String) {
        var request = Request(target: target, headers: [("Host", "a")])
        request.takePrefix("/__session/7f3a".utf8.count)
        #expect(request.receivedTargetBytes.elementsEqual(target.utf8))
        #expect(request.path.hasPrefix("/"))
        request.setMethod("GET".utf8)
        request.setTarget("/other".utf8)
        #expect(request.receivedTargetBytes.elementsEqual("/other".utf8))
    }

    @Test(arguments: ["/a", "/a?", "/a?b", "/a?b=/a", "/__session/7f3a/a?x", "/", "*"])
    func partsAreComparedInPlace(target: String) {
        var request = Request(method: "PUT", target: target, headers: [("Host", "a")])
        if target.hasPrefix("/__session") { request.takePrefix("/__session/7f3a".utf8.count) }
        #expect(request.hasPath(Array(request.pathBytes)))
        #expect(request.hasEffectiveTarget(Array(request.effectiveTargetBytes)))
        #expect(request.hasMethod(Array("PUT".utf8)))
        for wrong in ["PU", "PUTT", "put", ""] { #expect(!request.hasMethod(Array(wrong.utf8))) }
        let path = Array(request.pathBytes)
        let others: [[UInt8]] = [Array(path.dropLast()), path + [97], [98]]
        for wrong in others {
            #expect(!request.hasPath(wrong))
            #expect(request.hasEffectiveTarget(wrong) == request.effectiveTargetBytes.elementsEqual(wrong))
        }
        #expect(request.pathBegins(with: request.path))
        #expect(request.pathBegins(with: ""))
        #expect(!request.pathBegins(with: request.path + "a"))
        #expect(!request.pathBegins(with: "b"))
    }

    @Test(arguments: [0, 1, 7, 31, 32, 33, 63, 64, 300])
    func fieldsAreFoundWhateverTheLengthOfTheirNames(length: Int) {
        let name = String(repeating: "X", count: length)
        var request = Request(target: "/p/a", headers: [("Host", "h"), (name, "1"), (name.lowercased(), "2")])
        #expect(request.firstHeaderIndex(name.lowercased()) == 1)
        #expect(request.headers(name) == ["1", "2"])
        // A name of a length that shares a bit with one that occurs, and one of another length.
        #expect(length == 0 || request.firstHeaderIndex(String(repeating: "Y", count: length)) == nil)
        #expect(request.firstHeaderIndex(name + "X") == nil)
        request.takePrefix(2)
        #expect(request.firstHeader(name) == "1")
        var record: [UInt8] = []
        request.appendHeadRecord(to: &record)
        #expect(Request.readHeadRecord(record, at: 0).request.headers(name) == ["1", "2"])
        request.setMethod("GET".utf8)
        request.setTarget("/".utf8)
        #expect(request.firstHeaderIndex(name) == nil)
        #expect(request.headers(name).isEmpty)
    }

    @Test func keepsTargetSpellingAndOrder() {
        let request = Request(
            method: "PATCH", target: "/a%20b?x=1&x=2+3", headers: [("X-One", "1"), ("x-one", "2"), ("Host", "h")])
        #expect(request.path == "/a%20b")
        #expect(request.queryItems == [QueryItem("x", "1"), QueryItem("x", "2 3")])
        #expect(request.headers("X-ONE") == ["1", "2"])
        #expect(request.headers.map(\.name) == ["X-One", "x-one", "Host"])
    }

    @Test(arguments: [
        ("2024-05-01T10:30:00.000+01:00", "2024-05-01T10:30:00.000+01:00"), ("2024-05-01T10:30+01:00", "2024-05-01T10:30+01:00"),
        ("2024-05-01T10:30:00%2B01:00", "2024-05-01T10:30:00+01:00"), ("2024-05-01T10:30:00Z+x", "2024-05-01T10:30:00Z x"),
        ("2024-05-01+10:30:00+01:00", "2024-05-01 10:30:00 01:00"), ("2024-05-01T10:30:00.5x+01:00", "2024-05-01T10:30:00.5x 01:00"),
        ("2024-05-01T10:30:00+0100", "2024-05-01T10:30:00 0100"),
    ])
    func datesOfAQueryKeepTheirPlus(raw: String, value: String) {
        #expect(Request(method: "GET", target: "/?d=\(raw)").queryItems == [QueryItem("d", value)])
        #expect(QueryItem.parse(Array("d=\(raw)".utf8)[...])[0].value == raw.replacing("+", with: " ").replacing("%2B", with: "+"))
    }

    @Test func anotherHeadReplacesTheOneBefore() {
        var request = Request(method: "POST", target: "http://h/a?b", headers: [("A", "b")])
        request.setMethod("GET".utf8)
        #expect(request.headerCount == 0)
        #expect(request.target.isEmpty)
        request.setTarget("/c".utf8)
        #expect(request.method == "GET" && request.target == "/c" && request.targetAuthority == nil)
    }

    @Test(arguments: [
        ("http://h:1/a?b=http://c/", "/a?b=http://c/"), ("HTTPS://h", "/"), ("http://h?x", "/?x"), ("/http://h/", "/http://h/"),
        ("*", "*"), ("httpx", "httpx"),
    ])
    func anAbsoluteTargetIsItsPathAndQuery(_ received: String, _ target: String) {
        #expect(Request(target: received).target == target)
    }

    @Test(arguments: [("/a?", "/a"), ("/a??", "/a??"), ("/a?b", "/a?b"), ("/?", "/"), ("http://h?", "/")])
    func aQuestionMarkWithNothingBehindItIsNone(_ received: String, _ target: String) {
        let request = Request(target: received)
        #expect(request.target == target)
        #expect(String(decoding: request.effectiveTargetBytes, as: UTF8.self) == target)
    }

    /// Such a URL is not valid (RFC 9110, section 4.2.1).
    @Test(arguments: ["http:///__admin/mappings", "HTTPS:///a", "http://"])
    func aTargetWithoutAHostStaysAsItIs(target: String) {
        let request = Request(target: target)
        #expect(request.targetAuthority == nil)
        #expect(request.targetBytes.elementsEqual(target.utf8))
    }
}
