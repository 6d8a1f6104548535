internal import JSONDocument
internal import LinkModel
internal import MockEngine
internal import StubModel

/// Puts the session's traffic on a link, given by the name of a profile or by numbers. Transfers in progress change too.
enum PutNetwork: AdminEndpoint {
    static let method = "PUT"
    static let path = "/network"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.session.network = try call.read(LinkProfile.decode)
        return .json(.object(call.session.network.json))
    }
}
