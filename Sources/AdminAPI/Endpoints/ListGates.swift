internal import JSONDocument
internal import MockEngine

/// All gates of the session: those that a stub holds at, and those that were used.
enum ListGates: AdminEndpoint {
    static let method = "GET"
    static let path = "/gates"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(["gates": .array(call.session.allGates.map(\.json))]) }
}
