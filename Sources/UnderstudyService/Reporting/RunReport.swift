internal import JSONDocument
internal import MockEngine
internal import StubModel
internal import XMLDocument

/// The report of `understudy run`: for people, as JSON, and as JUnit.
package struct RunReport: Sendable {
    /// Requests of the server's own session, and of all others.
    let requests: Int
    /// In all sessions, including those that are not listed.
    let unmatchedCount: Int
    /// Responses that could not be made, in all sessions. They leave the exit code as it is (decision 0127).
    let failureCount: Int
    let failedExpectationCount: Int
    /// Requests that named a session that is not open, or no session although `--sessions-only` asks for one. No session lists them.
    let lostRequests: Int
    /// Sessions that tests have opened.
    let sessionCount: Int
    /// The server's own first.
    let sessions: [SessionReport]
    /// Stubs from files that did not respond in any session.
    let unusedFixtures: [CompiledStub]
    /// Body files that no stub names and no request has read, by their paths in the folder.
    let unusedFiles: [String]
    /// The longest first.
    let delays: [ReportCollector.Delay]
    /// The folder of mocks as it was given.
    let folder: String?

    /// Whether every request was matched and every expectation met.
    package var isClean: Bool { unmatchedCount == 0 && failedExpectationCount == 0 && lostRequests == 0 }

    var unmatched: [(session: SessionReport, request: SessionReport.Unmatched)] {
        sessions.flatMap { session in session.unmatched.map { (session, $0) } }
    }

    var failures: [(session: SessionReport, failure: SessionReport.Failure)] {
        sessions.flatMap { session in session.failures.map { (session, $0) } }
    }

    var failedExpectations: [(session: SessionReport, verdict: ExpectationVerdict)] {
        sessions.flatMap { session in session.expectations.filter { !$0.isMet }.map { (session, $0) } }
    }

    // MARK: For people

    /// The most items of a list that are printed.
    private static let shownLines = 10

    /// Lines for a terminal; empty when there is nothing to report.
    package var lines: [String] {
        if isClean && failureCount == 0 && unusedFixtures.isEmpty && unusedFiles.isEmpty && delays.isEmpty { return [] }
        var lines = ["understudy: \(summary)"]
        lines += Self.section(
            "unmatched",
            unmatched.map { session, request in
                // A file would answer every request for a URL that a stub is for.
                let repair =
                    request.difference.map { ": \(LogText.shortened($0, to: 200))" }
                    ?? request.file.map { ": create \(folder.map { $0 + "/" } ?? "")\($0), or a mapping" }
                    ?? ": \(request.hints.last.map { LogText.shortened($0, to: 200) } ?? "create a mapping")"
                return "\(request.method) \(LogText.shortened(request.url, to: 120))\(Self.name(session))\(repair)"
            }, of: unmatchedCount)
        lines += Self.section(
            "failed",
            failures.map { session, failure in
                "\(failure.method) \(LogText.shortened(failure.url, to: 120))\(Self.name(session)): \(LogText.shortened(failure.reason, to: 200))"
            }, of: failureCount)
        lines += Self.section("expected", failedExpectations.map { "\($0.verdict.sentence)\(Self.name($0.session))" })
        lines += Self.section(
            "unused",
            unusedFixtures.map { stub in
                [stub.mapping.place, stub.mapping.name.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
            } + unusedFiles.map { LogText.escaped((folder.map { $0 + "/" } ?? "") + $0) })
        lines += Self.section(
            "delayed",
            delays.prefix(3).map { delay in
                "\(delay.method) \(LogText.shortened(delay.url, to: 120)) \(delay.milliseconds) ms"
                    + (delay.stub.map { " by \(LogText.shortened($0, to: 80))" } ?? "")
            })
        return lines
    }

    private var summary: String {
        var parts = [counted(requests, "request")]
        if sessionCount > 0 { parts.append(counted(sessionCount, "session")) }
        if unmatchedCount > 0 { parts.append("\(unmatchedCount) unmatched") }
        if lostRequests > 0 { parts.append("\(lostRequests) to no open session") }
        if failureCount > 0 { parts.append(counted(failureCount, "failed response")) }
        let failed = failedExpectationCount
        if failed > 0 { parts.append(counted(failed, "expectation not met", plural: "expectations not met")) }
        let unusedCount = unusedFixtures.count + unusedFiles.count
        if unusedCount > 0 { parts.append(counted(unusedCount, "fixture unused", plural: "fixtures unused")) }
        return parts.joined(separator: ", ")
    }

    private static func name(_ session: SessionReport) -> String {
        session.id.isEmpty ? "" : " (session \(LogText.shortened(session.name ?? session.id, to: 60)))"
    }

    private static func section(_ label: String, _ items: [String], of count: Int? = nil) -> [String] {
        let shown = items.prefix(shownLines).map { "  \(label.padded(to: 9))  \($0)" }
        let rest = (count ?? items.count) - shown.count
        return rest > 0 ? shown + ["  \(label.padded(to: 9))  and \(rest) more"] : shown
    }

    // MARK: For programs

    /// - Parameter file: its name chooses the form: JUnit's XML if it ends in `.xml`, otherwise JSON.
    package func text(for file: String) -> String { file.lowercased().hasSuffix(".xml") ? junit : json.text(.pretty) + "\n" }

    var json: JSONValue {
        [
            "ok": .bool(isClean), "requests": JSONValue(requests),
            "unmatched": .array(
                unmatched.map { session, request in
                    var object: JSONObject = ["method": .string(request.method), "url": .string(request.url)]
                    if !session.id.isEmpty { object["session"] = .string(session.name ?? session.id) }
                    if let file = request.file { object["file"] = .string(file) }
                    if let explanation = request.explanation { object["explanation"] = .string(explanation) }
                    return .object(object)
                }),
            "unmatchedCount": JSONValue(unmatchedCount), "requestsWithoutSession": JSONValue(lostRequests),
            "failures": .array(
                failures.map { session, failure in
                    var object = failure.json.object ?? [:]
                    if !session.id.isEmpty { object["session"] = .string(session.name ?? session.id) }
                    return .object(object)
                }),
            "failureCount": JSONValue(failureCount),
            "failedExpectations": .array(
                failedExpectations.map { session, verdict in
                    var object: JSONObject = ["subject": .string(verdict.subject), "sentence": .string(verdict.sentence)]
                    if !session.id.isEmpty { object["session"] = .string(session.name ?? session.id) }
                    return .object(object)
                }),
            "unusedFixtures": .array(
                unusedFixtures.map { stub in
                    var object: JSONObject = ["id": .string(stub.id.description)]
                    if let name = stub.mapping.name { object["name"] = .string(name) }
                    if let place = stub.mapping.place { object["place"] = .string(place) }
                    return .object(object)
                }),
            "unusedFiles": .array(unusedFiles.map { .string($0) }),
            "longestDelays": .array(
                delays.map { delay in
                    var object: JSONObject = ["method": .string(delay.method), "url": .string(delay.url)]
                    object["delayMilliseconds"] = JSONValue(delay.milliseconds)
                    if let stub = delay.stub { object["stub"] = .string(stub) }
                    if let session = delay.session { object["session"] = .string(session) }
                    return .object(object)
                }),
            "sessions": .array(sessions.dropFirst().map(\.json)),
            "sessionCount": JSONValue(sessionCount),
        ]
    }

    /// JUnit's XML for CI systems: a test case for each session, unmatched request, failed response and unmet expectation.
    var junit: String {
        var cases: [(name: String, failure: (message: String, text: String)?)] = []
        for (session, request) in unmatched {
            let text = request.explanation ?? request.file.map { "Create \($0), or a mapping." } ?? ""
            cases.append(
                ("\(request.method) \(request.url)\(Self.name(session))", ("nothing answered \(request.method) \(request.url)", text)))
        }
        for (session, failure) in failures {
            cases.append(("\(failure.method) \(failure.url)\(Self.name(session))", (failure.reason, failure.reason)))
        }
        for (session, verdict) in failedExpectations {
            cases.append(("\(verdict.subject)\(Self.name(session))", (verdict.sentence, verdict.sentence)))
        }
        if lostRequests > 0 {
            let sentence = "\(lostRequests) requests named a session that was not alive, or none where all have to."
            cases.append(("requests without a session", (sentence, sentence)))
        }
        for session in sessions where !session.hasProblems {
            cases.append((session.id.isEmpty ? "the server's own session" : "session \(session.name ?? session.id)", nil))
        }
        let failures = cases.count { $0.failure != nil }
        var xml = XMLText()
        let counts = [("tests", cases.count), ("failures", failures), ("errors", 0), ("skipped", 0)].map { ($0, String($1)) }
        xml.element("testsuites") { xml in
            xml.element("testsuite", attributes: [("name", "understudy")] + counts) { xml in
                for (name, failure) in cases {
                    xml.element("testcase", attributes: [("classname", "understudy"), ("name", name)]) { xml in
                        guard let failure else { return }
                        xml.element("failure", attributes: [("message", failure.message)]) { $0.text(failure.text) }
                    }
                }
            }
        }
        return String(decoding: xml.bytes, as: UTF8.self) + "\n"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
