internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Waits until `count` (default: 1) requests that match the pattern in the body have arrived. Earlier requests count. After
/// `timeoutMilliseconds` (default: 2000) the reply is a 408 with the nearest requests.
enum AwaitRequests: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/await"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let question = try call.read { AwaitedRequests($0, $1, call.engine.environment.matchers) }
        let (session, form) = (call.session, call.form)
        return .when(within: question.timeout, of: call) { happened -> TimedWait.Stop in
            let number = session.watch.wait(for: question.condition, count: question.count) { found in
                if let stop = found?.stop { return happened(AdminReply(stop)) }
                happened(found.map { .json(.object(shown($0, form))) } ?? AdminError(SessionError.ended(session.identity.id)).reply)
            }
            return {
                guard let found = session.watch.stopWaiting(number) else { return nil }
                return { late(found(), question, session, form) }
            }
        }
    }

    private static func shown(_ found: RequestWatch.Found, _ form: ResponseForm) -> JSONObject {
        [
            "requests": .array(found.entries.map { $0.json(form) }), "requestJournalDisabled": .bool(found.isJournalDisabled),
        ]
    }

    private static func late(
        _ found: RequestWatch.Found, _ question: AwaitedRequests, _ session: Session, _ form: ResponseForm
    ) -> AdminReply {
        let those = question.count == 1 ? "1 request" : "\(question.count) requests"
        var details: [String] = []
        if found.isJournalDisabled {
            details.append("The request journal is disabled, so only requests that arrive during the call are counted.")
        }
        if found.unknownCount > 0 {
            details.append("\(found.unknownCount) earlier requests may have met the pattern; the journal has dropped them or their bodies.")
        }
        let error = AdminError(
            status: 408,
            title: "\(found.entries.count) of \(those) came within \(question.timeout.wholeMilliseconds) ms",
            detail: details.isEmpty ? nil : details.joined(separator: " "))
        var object = error.json.object ?? [:]
        for (name, value) in shown(found, form) { object[name] = value }
        object["nearMisses"] = .array(
            ((try? session.nearMisses(to: question.condition.matcher)) ?? []).map { entry, result in
                result.json(of: entry, with: question.pattern, form)
            })
        return .json(.object(object), status: 408)
    }
}
