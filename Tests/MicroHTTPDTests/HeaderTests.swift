import Glibc
import HTTPMessage
@testable import MicroHTTPD
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct HeaderTests {
    private func answer(_ response: Response, _ change: (inout DaemonOptions) -> Void = { _ in }, count: Int = 2) throws -> RawResponse {
        let server = try TestServer(change) { _ in .plan(WirePlan(response)) }
        let client = try server.client()
        var last: RawResponse?
        // Twice on one connection, to see the effect of a field on keep-alive.
        for _ in 0..<count {
            try client.request("GET", "/")
            last = try client.response()
        }
        return last!
    }

    @Test func fieldsKeepSpellingOrderAndRepetition() throws {
        let fields: HeaderFields = [("x-b", "1"), ("X-A", "2"), ("x-b", "3"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]
        let response = try answer(Response(status: 200, headers: fields, body: .bytes([65])))
        #expect(response.linesWithoutDate == ["x-b: 1", "X-A: 2", "x-b: 3", "Set-Cookie: a=1", "Set-Cookie: b=2", "Content-Length: 1"])
    }

    @Test(.needs(.heads)) func aResponseHasFieldsOfItsOwnBesideTheSharedOnes() throws {
        let shared = Response(status: 200, headers: [("A", "1")], body: .bytes([65]))
        let phrased = Response(status: 200, reason: "Fine", headers: [("A", "1"), ("Empty", "")], body: .bytes([65]))
        for response in [shared, phrased] {
            let server = try TestServer { request in
                var plan = WirePlan(response)
                plan.ownFields = [("x-id", request.path)]
                return .plan(plan)
            }
            let client = try server.client()
            for path in ["/one", "/two"] {
                try client.request("GET", path)
                let answer = try client.response()
                #expect(answer.header("x-id") == path)
                #expect(answer.header("A") == "1")
                #expect(answer.reason == response.reason ?? "OK")
                #expect(answer.text == "A")
            }
        }
    }

    @Test(.needs(.heads)) func theReasonPhraseMayBeEmpty() throws {
        let response = try answer(Response(status: 200, reason: "", headers: [("A", "1")], body: .bytes([65])))
        #expect(response.statusLine == "HTTP/1.1 200 ")
        #expect(response.header("A") == "1" && response.text == "A")
    }

    @Test func notModifiedTellsTheLengthOfTheWholeAndSendsNothing() throws {
        let response = try answer(Response(status: 304, headers: [("ETag", "\"x\"")], body: .bytes([65, 66, 67])))
        #expect(response.header("Content-Length") == "3")
        #expect(response.header("ETag") == "\"x\"")
        #expect(response.text.isEmpty)
    }

    @Test(.needs(.heads)) func theReasonPhraseIsAsGivenAndTheConnectionStays() throws {
        let response = try answer(Response(status: 200, reason: "Fine & Dandy — ja", headers: [("A", "1")], body: .bytes([65])))
        #expect(response.statusLine == "HTTP/1.1 200 Fine & Dandy — ja")
        #expect(response.header("A") == "1")
        #expect(response.header("Connection") == nil)
        #expect(response.header("Date") != nil)
        #expect(response.text == "A")
    }

    @Test(.needs(.heads)) func anIDComesFirstAndALongerHeadFollowsAShortOne() throws {
        let server = try TestServer { request in
            let value = request.path == "/long" ? String(repeating: "x", count: 2_000) : "short"
            var plan = WirePlan(Response(status: 200, headers: [("A", value)], body: .bytes([65])))
            plan.idField = IDField("x-id", 0x4847_4645_4443_4241, 0x504F_4E4D_4C4B_4A49)
            plan.furtherFields = request.path == "/long" ? [("B", "2")] : []
            return .plan(plan)
        }
        let client = try server.client()
        for (path, value) in [("/short", "short"), ("/long", String(repeating: "x", count: 2_000)), ("/short", "short")] {
            try client.request("GET", path)
            let own = path == "/long" ? ["B: 2"] : []
            #expect(try client.response().linesWithoutDate == ["x-id: ABCDEFGHIJKLMNOP"] + own + ["A: \(value)", "Content-Length: 1"])
        }
    }

    @Test(
        .needs(.heads),
        arguments: [
            (200, "OK"), (404, "Not Found"), (418, "I'm a Teapot"), (422, "Unprocessable Entity"), (500, "Server Error"), (299, "299"),
        ])
    func standardPhrases(status: Int, reason: String) throws {
        #expect(try answer(Response(status: status)).reason == reason)
    }

    @Test(.needs(.heads)) func fieldsThatTheLibraryRefusesAreSentAllTheSame() throws {
        let fields: HeaderFields = [("Empty", ""), ("With Space", "1"), ("Plain", "2"), ("Broken", "a\u{1}b\rc")]
        let response = try answer(Response(status: 200, headers: fields, body: .bytes([65])))
        #expect(response.linesWithoutDate == ["Empty: ", "With Space: 1", "Plain: 2", "Broken: a\u{1}b\rc", "Content-Length: 1"])
        let smuggled = try answer(Response(status: 200, headers: [("A", "1\r\nB: 2")], body: .bytes([65])))
        #expect(smuggled.header("B") == "2")
    }

    @Test(.needs(.heads)) func textIsSentInISO88591WhereThatHasIt() throws {
        let server = try TestServer { _ in
            .plan(WirePlan(Response(status: 200, reason: "Schön", headers: [("A", "Größe"), ("B", "日本")], body: .bytes([65]))))
        }
        let client = try server.client()
        try client.send("GET / HTTP/1.0\r\n\r\n")
        let bytes = try client.readToEnd().bytes
        for expected in [[0x20, 0x53, 0x63, 0x68, 0xF6, 0x6E, 0x0D], [0x20, 0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0D], Array(" 日本\r".utf8)] {
            #expect(bytes.contains(expected))
        }
    }

    @Test(.needs(.heads)) func aHeadBlockDoesNotReachTheNextResponse() throws {
        let server = try TestServer { request in
            request.target == "/odd" ? .plan(WirePlan(Response(status: 200, reason: "Odd", headers: [("Empty", "")]))) : .text("plain")
        }
        let client = try server.client()
        for _ in 0..<50 {
            try client.request("GET", "/odd")
            #expect(try client.response().reason == "Odd")
            try client.request("GET", "/plain")
            let response = try client.response()
            #expect(response.reason == "OK")
            #expect(response.header("Empty") == nil)
        }
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n")
        #expect(try client.response().reason == "Bad Request")
    }

    @Test func connectionFieldsWork() throws {
        let kept = try answer(Response(status: 200, headers: [("Connection", "keep-alive")], body: .bytes([65])))
        #expect(kept.header("Connection")?.lowercased() == "keep-alive")
        let closed = try answer(Response(status: 200, headers: [("Connection", "close")], body: .bytes([65])), count: 1)
        #expect(closed.header("Connection") == "close")
        let odd = try answer(Response(status: 200, headers: [("Connection", "Upgrade"), ("Upgrade", "x")], body: .bytes([65])))
        #expect(odd.header("Connection") == "Upgrade")
    }

    @Test(arguments: ListenerName.allCases) func everyListenerSendsTheDate(listener: ListenerName) throws {
        let before = HTTPDate(secondsSinceEpoch: time(nil))
        let response = try answer(Response(status: 200, body: .bytes([65])), { $0.listener = listener })
        let dates = response.headerLines.filter { $0.hasPrefix("Date: ") }
        #expect(dates.count == 1)
        let date = try #require(HTTPDate.parse(response.header("Date") ?? ""))
        #expect(date >= before && date <= HTTPDate(secondsSinceEpoch: time(nil)))
        #expect(response.header("Date") == date.text)
    }

    @Test func aDateOfOnesOwnReplacesTheClock() throws {
        let date = "Thu, 01 Jan 1970 00:00:00 GMT"
        for reason in [nil, "With a block"] as [String?] {
            let response = try answer(Response(status: 200, reason: reason, headers: [("Date", date)]))
            #expect(response.headerLines.filter { $0.hasPrefix("Date") } == ["Date: \(date)"])
        }
    }

    @Test(arguments: [["upgrade, close"], ["upgrade", "Close"], ["keep-alive , CLOSE,upgrade"], ["close", "keep-alive, upgrade"]])
    func anOptionInAListEndsTheConnection(values: [String]) throws {
        var fields: HeaderFields = [("Upgrade", "h2c")]
        for value in values { fields.append(name: "Connection", value: value) }
        let response = Response(status: 200, headers: fields, body: .bytes([65]))
        let server = try TestServer { _ in .plan(WirePlan(response)) }
        let client = try server.client()
        try client.send(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 2))
        let text = String(decoding: try client.readToEnd().bytes, as: UTF8.self).lowercased()
        #expect(text.ranges(of: "http/1.1 200").count == 1)
        #expect(text.contains("upgrade") && text.contains("close") && !text.contains("keep-alive"))
        #expect(server.isEmpty())
        #expect(server.responder.refusals.isEmpty)
    }

    @Test func aLastResponseDoesNotSayThatTheConnectionStays() throws {
        let server = try TestServer { _ in
            var plan = WirePlan(Response(status: 200, headers: [("Connection", "x, keep-alive")], body: .bytes([65])))
            plan.closesConnection = true
            return .plan(plan)
        }
        let client = try server.client()
        try client.request("GET", "/")
        let options = try client.response().headerLines.filter { $0.hasPrefix("Connection: ") }.joined().lowercased()
        #expect(options.contains("close") && options.contains("x") && !options.contains("keep-alive"))
    }

    /// The response closes the connection, by its own field or because it has no length.
    @Test(arguments: ["GET", "HEAD"]) func aDateOfOnesOwnStaysAloneWhereTheConnectionCloses(method: String) throws {
        let date = ("Date", "Thu, 01 Jan 1970 00:00:00 GMT")
        let server = try TestServer { request in
            var plan = WirePlan(Response(status: request.path == "/304" ? 304 : 200, headers: [date, ("ETag", "\"a\"")]))
            if request.path == "/field" { plan = WirePlan(Response(status: 200, headers: [date, ("Connection", "close")])) }
            plan.closesConnection = request.path == "/last"
            return .plan(plan)
        }
        for path in ["/304", "/last", "/field"] {
            let client = try server.client()
            try client.request(method, path)
            let response = try client.response(toHead: method == "HEAD")
            #expect(response.headerLines.filter { $0.hasPrefix("Date") } == ["Date: \(date.1)"], "\(path)")
        }
    }

    @Test func lengthAndCodingAreTheWires() throws {
        let fields: HeaderFields = [("content-length", "99"), ("Transfer-Encoding", "chunked"), ("A", "1")]
        let response = try answer(Response(status: 200, headers: fields, body: .bytes([65, 66])))
        #expect(response.linesWithoutDate == ["A: 1", "Content-Length: 2"])
    }

    @Test func aWrittenLengthIsToldWhereNoBodyIsSent() throws {
        let fields: HeaderFields = [("content-length", "123456"), ("A", "1")]
        for body in [BodySource.empty, .bytes([65, 66])] {
            let server = try TestServer { request in
                .plan(WirePlan(Response(status: request.target == "/304" ? 304 : 200, headers: fields, body: body)))
            }
            let client = try server.client()
            for (method, target) in [("HEAD", "/"), ("GET", "/304"), ("HEAD", "/304")] {
                try client.request(method, target)
                let response = try client.response(toHead: true)
                #expect(response.headerLines.filter { $0.lowercased().hasPrefix("content-length") } == ["Content-Length: 123456"])
                #expect(response.header("A") == "1")
                #expect(response.header("Connection") == nil)
            }
            // The body's own length, where the body is sent.
            try client.request("GET", "/")
            #expect(try client.response().header("Content-Length") == "\(body.length ?? -1)")
        }
    }

    @Test(arguments: ["", "abc", "-1", "1 2", "99999999999999999999"]) func aWrittenLengthThatIsNoNumberIsLeftOut(text: String) throws {
        let server = try TestServer { _ in
            .plan(WirePlan(Response(status: 200, headers: [("Content-Length", text)], body: .bytes([65, 66]))))
        }
        let client = try server.client()
        try client.request("HEAD", "/")
        #expect(try client.response(toHead: true).header("Content-Length") == "2")
        try client.request("GET", "/")
        #expect(try client.response().text == "AB")
    }

    @Test(arguments: [204, 304], ["GET", "HEAD"]) func noLengthIsToldOfABodyThatThereIsNot(status: Int, method: String) throws {
        let server = try TestServer { request in
            request.target == "/" ? .plan(WirePlan(Response(status: status, headers: [("A", "1")]))) : .text("next")
        }
        let client = try server.client()
        try client.request(method, "/")
        let response = try client.response(toHead: true)
        #expect(response.status == status)
        #expect(response.header("A") == "1")
        #expect(response.header("Content-Length") == nil)
        #expect(response.header("Transfer-Encoding") == nil)
        try expectNext(on: client, after: response, closes: status == 304 && !LibraryHooks.isVersion1)
    }

    /// Before version 1 the library can leave out the length of a response without a body only if it closes the connection.
    private func expectNext(on client: RawClient, after response: RawResponse, closes: Bool) throws {
        #expect(response.header("Connection") == (closes ? "close" : nil))
        guard !closes else {
            #expect(try client.readToEnd() == ([], .closed))
            return
        }
        try client.request("GET", "/next")
        #expect(try client.response().text == "next")
    }

    @Test func bytesMayGoInChunks() throws {
        let body = [UInt8](repeating: 66, count: 100_000)
        let response = try answer(Response(status: 200, body: .bytes(body), framing: .chunked))
        #expect(response.header("Transfer-Encoding") == "chunked")
        #expect(response.header("Content-Length") == nil)
        #expect(response.body == body)
        let empty = try answer(Response(status: 200, framing: .chunked))
        #expect(empty.chunks == [0])
        let server = try TestServer { _ in .plan(WirePlan(Response(status: 200, body: .bytes([65]), framing: .chunked))) }
        let old = try server.client()
        try old.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try old.response().header("Transfer-Encoding") == nil)
    }

    @Test(arguments: ["/bytes", "/paced", "/stream", "/empty"], [200, 304])
    func whereNoBodyIsThereAreNoChunks(target: String, status: Int) throws {
        let bytes = Array("0123456789".utf8)
        let server = try TestServer { request in
            guard request.target != "/next" else { return .text("next") }
            let body: BodySource =
                switch request.target {
                case "/stream": .stream(ArrayStream(bytes, waits: false), length: nil)
                case "/empty": .empty
                default: .bytes(bytes)
                }
            var plan = WirePlan(Response(status: status, body: body, framing: .chunked))
            if request.target == "/paced" { plan.performance = Performance(pace: .chunks(2, over: .zero)) }
            return .plan(plan)
        }
        let client = try server.client()
        try client.request(status == 304 ? "GET" : "HEAD", target)
        let answer = try client.response(toHead: true)
        if ["/stream", "/empty"].contains(target) {
            // Its length is not known.
            #expect(answer.header("Content-Length") == nil)
            #expect(answer.header("Transfer-Encoding") == nil)
            try expectNext(on: client, after: answer, closes: !LibraryHooks.isVersion1)
        } else {
            #expect(answer.header("Content-Length") == "10")
            #expect(answer.header("Transfer-Encoding") == nil)
            try client.request("GET", "/next")
            #expect(try client.response().text == "next")
        }
    }

    @Test func aLargeBodyArrivesWhole() throws {
        let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        #expect(try answer(Response(status: 200, body: .bytes(body))).body == body)
    }

    @Test func aSmallResponseLeavesInOneSegment() throws {
        let server = try TestServer { _ in .plan(WirePlan(Response(status: 200, body: .bytes([UInt8](repeating: 65, count: 1000))))) }
        let client = try server.client()
        for index in 1...50 {
            try client.request("GET", "/")
            _ = try client.response()
            #expect(client.receivedSegments == index)
        }
    }
}

extension RawResponse {
    /// The lines of the head but for the one that changes every second.
    fileprivate var linesWithoutDate: [String] { headerLines.filter { !$0.hasPrefix("Date: ") } }
}
