internal import MockEngine
internal import StubModel

/// Adds many stubs in one step; the first becomes the newest. `importOptions.duplicatePolicy` says what happens to a stub whose id exists:
/// `OVERWRITE` (default without `importOptions`) or `IGNORE` (default with them). `deleteAllNotInImport` removes all other stubs.
enum ImportMappings: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/import"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let stubImport = try call.read { StubImport($0, $1, call.engine) }
        let stubs = stubImport.distinctStubs
        let writes = stubImport.deletesOthers || stubs.contains(where: \.mapping.isPersistent)
        try call.changingFiles(if: writes) {
            let known = stubImport.duplicatePolicy == .overwrite ? stubs.compactMap(call.session.placingInstead) : []
            let new = call.session.placing(stubs.filter { call.session.stub($0.id) == nil })
            let kept = Set(stubs.map(\.id))
            let others = stubImport.deletesOthers ? call.session.stubs.filter { !kept.contains($0.id) } : []
            try call.save((known + new).filter(\.mapping.isPersistent))
            try call.deleteFiles(others.map(\.mapping).filter(\.isPersistent))
            call.session.add(new, editing: known, removing: others.map(\.id))
        }
        return .empty
    }
}
