internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Replaces the settings that apply to every stub, given bare or as `{"settings": {…}}`. A missing one is unset.
enum PutSettings: AdminEndpoint {
    static let method = "PUT"
    static let path = "/settings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let settings = try call.read(EngineSettings.decode)
        call.session.settings = settings
        // WireMock's response is empty, which its Python client cannot parse.
        return .json(.object(settings.json))
    }
}
