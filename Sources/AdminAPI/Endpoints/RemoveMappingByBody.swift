internal import JSONDocument
internal import MockEngine
internal import StubModel

/// WireMock 2's way to remove one mapping or `{"mappings": […]}`: the stub with its id, otherwise the first with the same request. A
/// missing stub is not an error. The reply has no body.
enum RemoveMappingByBody: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/remove"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let wanted = try call.read { node, report in
            StubMapping.collection(in: node, report).nodes.compactMap { StubMapping.decode($0, report) }
        }
        lazy var byRequest = Dictionary(
            call.session.stubs.map { ($0.mapping.json["request"], $0) }, uniquingKeysWith: { first, _ in first })
        let found = wanted.compactMap { call.session.stub($0.id) ?? byRequest[$0.json["request"]] }
        try call.remove(found)
        return .empty
    }
}
