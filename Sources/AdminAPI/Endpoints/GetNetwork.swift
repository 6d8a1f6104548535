internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The link that the session's traffic takes.
enum GetNetwork: AdminEndpoint {
    static let method = "GET"
    static let path = "/network"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(.object(call.session.network.json)) }
}
