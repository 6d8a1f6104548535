internal import JSONDocument
internal import MockEngine

/// The mode of the session's clock, and its time.
enum GetClock: AdminEndpoint {
    static let method = "GET"
    static let path = "/clock"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(.object(call.session.clock.shown)) }
}
