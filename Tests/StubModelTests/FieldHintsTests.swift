import JSONDocument
import StubModel
import Testing

/// Fields and forms of other tools, and the one line that says what to write.
@Suite struct FieldHintsTests {
    private func report(_ mapping: String) throws -> ProblemReport {
        let report = ProblemReport(try JSONDocument.parse(Array(mapping.utf8), name: "m.json"))
        _ = StubMapping.decode(report.document.root, report)
        return report
    }

    private func told(_ mapping: String) throws -> [String] {
        let report = try report(mapping)
        return (report.problems + report.warnings).map { [$0.message, $0.repair].compactMap(\.self).joined(separator: ". ") }
    }

    @Test(arguments: [
        (#""response": {"code": 404}"#, #"unknown field "code". Write "status"."#),
        (#""response": {"data": {}}"#, #"unknown field "data". Write "jsonBody"."#),
        (#""response": {"contentType": "a/b"}"#, #"unknown field "contentType". Write "headers": {"Content-Type": …}."#),
        (#""prio": 1"#, #"unknown field "prio". Did you mean "priority"?"#),
        (#""webhook": {}"#, #"unknown field "webhook". Write "serveEventListeners"."#),
        (#""expect": {"min": 2}"#, #"unknown field "min". Write "atLeast"."#),
        (#""response": {"hold": {"name": "g"}}"#, #"unknown field "name". Write "gate"."#),
        (#""response": {"base64Body": "data:image/png;base64,iVBO"}"#, #""base64Body" is not base64. Take "data:image/png;base64," away."#),
        (#""response": {"fixedDelayMilliseconds": "1.5s"}"#, #""fixedDelayMilliseconds" must be a whole number, found "1.5s""#),
        (#""response": {"fixedDelayMilliseconds": "5s"}"#, #""fixedDelayMilliseconds" must be a whole number, found "5s". Write 5000."#),
        (#""response": [{}, {}]"#, #"expected an object, found an array. Several go into "responses": [ … ]."#),
        (#""response": 404"#, #"expected an object, found a number. Write {"status": 404}."#),
        (#""response": "ok.json""#, #"expected an object, found a string. Write {"bodyFileName": "ok.json"}."#),
        (#""responses": [500, 500, {}]"#, #"expected an object, found a number. Write {"status": 500}."#),
        (
            #""responses": {"status": 200}"#,
            #""responses" must be a list with at least one response, found an object. One alone is "response"."#
        ),
        (
            #""serveEventListeners": [{"name": "webhook", "url": "http://a/"}]"#,
            #"unknown field "url". It belongs in "parameters"."#
        ),
        (#""response": {"headers": {"Content-Typ": "a/b"}}"#, #""Content-Typ" is no usual header field. Did you mean "Content-Type"?"#),
        (
            #""response": {"headers": {"Content-Type": "json"}}"#,
            #""json" is no media type, so clients cannot tell what the body is. Write "application/json"."#
        ),
        (
            #""response": {"headers": {"Content-Type": "aplication/json; charset=utf-8"}}"#,
            #""aplication/json; charset=utf-8" is no usual media type. Did you mean "application/json; charset=utf-8"?"#
        ),
        (
            #""response": {"headers": {"X-A": "a\r\nB: c"}}"#,
            #"the value of header "X-A" contains a line end, and a blank is sent in its place. "#
                + "Remove it; a further field has a name of its own."
        ),
        (
            #""response": {"headers": {"X-A": "a\u007F"}}"#,
            #"the value of header "X-A" contains a control character, and a blank is sent in its place. Remove it."#
        ),
        (
            #""response": {"headers": {"X-A": "\#(String(repeating: "a", count: 262_144))"}}"#,
            #""headers" has 262151 bytes, and a response with more than 262144 is sent as a 500. Make it shorter."#
        ),
        (#""response": {"headers": {"X-A": "1", "X-A": "2"}}"#, #""X-A" is here twice, and the last one counts"#),
    ])
    func oneLineSaysWhatToWrite(fields: String, line: String) throws {
        #expect(try told(#"{"request": {"url": "/a"}, \#(fields)}"#) == [line])
    }

    @Test(arguments: [
        (#""GET /a""#, #"expected an object, found a string. Write {"method": "GET", "url": "/a"}."#),
        (
            #"{"basicAuth": "user:pass"}"#,
            #"expected an object, found a string. Write {"username": "user", "password": "pass"}."#
        ),
        (#"{"endpoint": "/a"}"#, #"unknown field "endpoint". Write "url"."#),
        (#"{"params": {}, "url": "/a"}"#, #"unknown field "params". Write "queryParameters"."#),
        (
            #"{"headers": {"Authorisation": {"equalTo": "a"}}}"#,
            #""Authorisation" is no usual header field. Did you mean "Authorization"?"#
        ),
        (#"{"headers": {"A": {"equalTo": "1"}, "A": {"equalTo": "2"}}}"#, #""A" is here twice, and the last one counts"#),
    ])
    func aPatternInAnotherFormIsTold(request: String, line: String) throws {
        #expect(try told(#"{"request": \#(request)}"#) == [line])
    }

    @Test(arguments: [
        (#"{"name": "info", "bodyPatterns": [{"equalTo": "x"}]}"#, #""name" is not compared, as in WireMock"#, "name"),
        (
            #"{"name": "info", "fileName": "f.txt", "headers": {}}"#, #""name" is not compared, as in WireMock"#, "name"
        ),
        (
            #"{"name": "info", "matchingType": "ALL"}"#,
            #""name" is not compared, as in WireMock, so this matches every multipart request"#, "name"
        ),
        (
            #"{"name": "info", "fileName": "info"}"#,
            #""name" and "fileName" are not compared, as in WireMock, so this matches every multipart request"#, "name"
        ),
        (
            #"{"fileName": "info"}"#,
            #""fileName" is not compared, as in WireMock, so this matches every multipart request"#, "filename"
        ),
    ])
    func namesOfPartsThatAreNotComparedAreTold(pattern: String, message: String, parameter: String) throws {
        let repair = #"Write "headers": {"Content-Disposition": {"contains": "\#(parameter)=\"info\""}}."#
        #expect(try told(#"{"request": {"url": "/a", "multipartPatterns": [\#(pattern)]}}"#) == ["\(message). \(repair)"])
    }

    /// The second is what WireMock's Java client writes.
    @Test(arguments: [
        #"{"fileName": "f.txt", "bodyPatterns": []}"#, #"{"name": "a", "headers": {"content-disposition": {"contains": "name=\"a\""}}}"#,
    ])
    func namesOfPartsThatAreComparedAreNotTold(pattern: String) throws {
        #expect(try told(#"{"request": {"url": "/a", "multipartPatterns": [\#(pattern)]}}"#) == [])
    }

    @Test(arguments: [
        (#"{"type": "uniform", "min": 1, "max": 2}"#, [#"Write "lower"."#, #"Write "upper"."#]),
        (#"{"type": "lognormal", "mean": 1, "stddev": 2}"#, [#"Write "median"."#, #"Write "sigma"."#]),
    ])
    func whatIsMissingBesideAnotherNameIsNotToldToo(distribution: String, repairs: [String]) throws {
        let report = try report(#"{"request": {"url": "/a"}, "response": {"delayDistribution": \#(distribution)}}"#)
        #expect(report.problems.map(\.repair) == repairs && report.warnings.isEmpty)
        let dribble = try self.report(#"{"request": {"url": "/a"}, "response": {"chunkedDribbleDelay": {"chunks": 5, "duration": 1000}}}"#)
        #expect(dribble.problems.map(\.repair) == [#"Write "numberOfChunks"."#, #"Write "totalDuration"."#])
    }

    @Test func aStubBesideAListBelongsIntoIt() throws {
        let text = #"{"mappings": [], "request": {"url": "/a"}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "m.json"))
        _ = StubMapping.collection(in: report.document.root, report)
        #expect(report.problems.map(\.repair) == [#"Put the stub mapping that it belongs to into the list "mappings"."#])
    }

    @Test func fieldsAtTheTopAreToldInOneLine() throws {
        #expect(
            try told(#"{"method": "GET", "url": "/a", "status": 200, "body": "x", "name": "n"}"#) == [
                #"this is no stub mapping: it has neither "request" nor "response". "#
                    + #"Put "method" and "url" into "request", "status" and "body" into "response"."#
            ])
        #expect(try told(#"{"mapping": {"request": {"url": "/a"}}}"#).count == 1)
    }

    @Test(arguments: ["X-Authorization", "Data", "If-Range", "Server", "X-Request-Id", "Set-Cookie2", "referer", "Content-MD5", "Etag"])
    func anotherHeaderIsNoSlip(name: String) throws {
        #expect(try told(#"{"request": {"url": "/a"}, "response": {"headers": {"\#(name)": "1"}}}"#) == [])
    }

    /// Clients take blanks off.
    @Test(arguments: [" text/plain", "Text/Plain", "chemical/x-pdb", "binary/octet-stream", "{{request.query.a}}t/plain"])
    func anotherTypeIsNoSlip(type: String) throws {
        #expect(try told(#"{"request": {"url": "/a"}, "response": {"headers": {"Content-Type": "\#(type)"}}}"#) == [])
    }
}
