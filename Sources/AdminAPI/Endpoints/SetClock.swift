internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Sets the mode of the session's clock: real time, scaled time or manual.
enum SetClock: AdminEndpoint {
    static let method = "PUT"
    static let path = "/clock"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let mode = try call.read { node, report -> ClockMode? in
            // As for the network, the value alone is enough.
            if case .string = node.content { return ClockMode.decode(node, report) }
            guard var fields = FieldReader(node, report) else { return nil }
            let mode = fields.take("clock")
            if mode == nil { report.add("\"clock\" is missing", at: node, repair: "Write {\"clock\": \"manual\"}.") }
            // What GET shows can be sent back.
            for shown in ["waiting", "nextMilliseconds"] { _ = fields.take(shown) }
            if let now = fields.take("now") {
                report.warn(
                    "\"now\" is shown only: it does not set the clock", at: now, repair: "A manual clock is moved by POST /clock/advance.")
            }
            fields.finish()
            return mode.flatMap { ClockMode.decode($0, report) }
        }
        call.session.clock.follow(mode)
        return .json(.object(call.session.clock.shown))
    }
}
