internal import MockEngine

/// What an exploration has found out so far.
enum GetExploration: AdminEndpoint {
    static let method = "GET"
    static let path = "/explorations/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(try call.namedExploration().report) }
}
