internal import MockEngine

/// The report of an exploration so far.
enum GetExploration: AdminEndpoint {
    static let method = "GET"
    static let path = "/explorations/{id}"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(try call.namedExploration().report) }
}
