internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Advances a manual clock by `milliseconds`, and fires everything that is due, in order of deadline, before it responds.
enum AdvanceClock: AdminEndpoint {
    static let method = "POST"
    static let path = "/clock/advance"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let clock = call.session.clock
        let most = Int(SessionClock.longestStep.wholeMilliseconds)
        let milliseconds = try call.read { node, report -> Int? in
            guard var fields = FieldReader(node, report) else { return nil }
            let milliseconds = fields.exactNumber("milliseconds", in: 0...most)
            if fields.take("milliseconds") == nil {
                report.add("\"milliseconds\" is missing", at: node, repair: "Write {\"milliseconds\": 800}.")
            }
            fields.finish()
            return milliseconds
        }
        guard clock.isManual else {
            throw AdminError(
                status: 409, title: "The clock is not manual, so it cannot be advanced",
                detail: "PUT /__admin/clock {\"clock\": \"manual\"} makes it so.")
        }
        guard let count = clock.advance(by: .milliseconds(milliseconds)) else {
            throw AdminError(status: 422, code: 10, title: "The clock cannot be moved beyond the year 2199", pointer: "/milliseconds")
        }
        var object = clock.shown
        object["fired"] = JSONValue(count)
        return call.whenWireGoesOn(.json(.object(object)))
    }
}
