internal import JSONDocument
internal import MockEngine

/// The report of a session so far.
enum GetSession: AdminEndpoint {
    static let method = "GET"
    static let path = "/sessions/{id}"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(try call.namedSession().report().json) }
}
