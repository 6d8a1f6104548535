internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The stubs whose metadata match the matcher in the body.
enum FindMappingsByMetadata: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/find-by-metadata"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let matcher = try call.readMetadataMatcher()
        let stubs = try call.session.stubs.filter(call.metadataTest(matcher))
        return .json(MappingList.json(stubs, total: stubs.count, call.form))
    }
}
