internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Removes the stubs whose metadata match the matcher in the body.
enum RemoveMappingsByMetadata: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/remove-by-metadata"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let matcher = try call.readMetadataMatcher()
        try call.remove(call.session.stubs.filter(call.metadataTest(matcher)))
        return .done
    }
}
