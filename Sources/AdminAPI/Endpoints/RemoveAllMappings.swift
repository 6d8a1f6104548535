internal import MockEngine
internal import StubModel

/// Removes all stubs, and the files of persistent ones. Other files stay: `/mappings/reset` reads them again.
enum RemoveAllMappings: AdminEndpoint {
    static let method = "DELETE"
    static let path = "/mappings"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.changingFiles {
            let persistent = call.session.stubs.map(\.mapping).filter(\.isPersistent)
            try call.deleteFiles(persistent)
            call.session.removeAll()
        }
        return .done
    }
}
