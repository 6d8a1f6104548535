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
                // Calls that concern no file do not wait. Such a call may have changed or removed a stub whose file now has the earlier
                // mapping.
                let changed = stubs.filter { !call.session.noteSaved($0) }
                try call.deleteFiles(changed.filter { call.session.stub($0.id) == nil }.map(\.mapping))
                stubs = changed.compactMap { call.session.stub($0.id) }.filter { $0.mapping.origin == .interface }
            }
        }
        return .empty
    }
}
