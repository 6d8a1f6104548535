internal import JSONDocument
internal import MockEngine

/// What has become of a session so far: the report that its end will give.
enum GetSession: AdminEndpoint {
    static let method = "GET"
    static let path = "/sessions/{id}"

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(try call.namedSession().report().json) }
}
