internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Sets the settings that hold for every stub, given bare or as `{"settings": {…}}`; what is absent is unset.
enum PutSettings: AdminEndpoint {
    static let method = "PUT"
    static let path = "/settings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let settings = try call.read(EngineSettings.decode)
        call.session.settings = settings
        // WireMock's answer is empty, which its Python client cannot read.
        return .json(.object(settings.json))
    }
}
