internal import MockEngine

/// Writes all stubs into the mappings folder.
enum SaveMappings: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/save"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.save(call.engine.stubs.map(\.mapping))
        return .done
    }
}
