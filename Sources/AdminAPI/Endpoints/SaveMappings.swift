internal import MockEngine
internal import StubModel

/// Makes all stubs persistent, and writes them into the mappings folder. Files that are up to date are not written.
enum SaveMappings: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/save"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Saving stubs")
        try call.changingFiles {
            var stubs = call.session.stubs.filter { $0.mapping.origin == .interface }
            while !stubs.isEmpty {
                try call.save(stubs.map(\.persistent))
                // Calls without files do not wait: some may be changed or removed, whose files have the earlier mappings now.
                let changed = stubs.filter { !call.session.noteSaved($0) }
                try call.deleteFiles(changed.filter { call.session.stub($0.id) == nil }.map(\.mapping))
                stubs = changed.compactMap { call.session.stub($0.id) }.filter { $0.mapping.origin == .interface }
            }
        }
        return .empty
    }
}
