internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The settings that apply to every stub.
enum GetSettings: AdminEndpoint {
    static let method = "GET"
    static let path = "/settings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .json(["settings": .object(call.session.settings.json)])
    }
}
