internal import JSONDocument
internal import MockEngine

/// What the session's clock follows, and what time it is there.
enum GetClock: AdminEndpoint {
    static let method = "GET"
    static let path = "/clock"

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(.object(call.session.clock.shown)) }
}
