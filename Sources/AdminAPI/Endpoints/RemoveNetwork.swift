internal import JSONDocument
internal import LinkModel
internal import MockEngine
internal import StubModel

/// Switches the session's network off.
enum RemoveNetwork: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/network"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.session.network = .off
        return .json(.object(call.session.network.json))
    }
}
