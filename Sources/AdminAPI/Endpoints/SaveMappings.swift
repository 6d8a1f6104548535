internal import MockEngine
internal import StubModel

/// Makes all stubs persistent, and writes them into the mappings folder. Files that are up to date are not written.
enum SaveMappings: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/save"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Saving stubs")
        let stubs = call.session.stubs.filter { $0.mapping.origin == .interface }.map(\.persistent)
        try call.save(stubs)
        for stub in stubs { _ = call.session.edit(stub) }
        return .empty
    }
}
