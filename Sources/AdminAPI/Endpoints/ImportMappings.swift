internal import MockEngine
internal import StubModel

/// Adds many stubs in one step; the first becomes the newest. `importOptions.duplicatePolicy` says what happens to a stub whose id exists:
/// `OVERWRITE` (default) or `IGNORE`. `deleteAllNotInImport` removes all other stubs.
enum ImportMappings: AdminEndpoint {
    static let method = "POST"
    static let path = "/mappings/import"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let stubImport = try call.read { StubImport($0, $1, call.engine) }
        let isOverwriting = stubImport.duplicatePolicy == .overwrite
        let known = stubImport.stubs.filter { call.session.stub($0.id) != nil }
        let new = stubImport.stubs.filter { call.session.stub($0.id) == nil }
        let kept = Set(stubImport.stubs.map(\.id))
        let others = stubImport.deletesOthers ? call.session.stubs.filter { !kept.contains($0.id) } : []
        try call.save((isOverwriting ? stubImport.stubs : new).map(\.mapping).filter(\.isPersistent))
        try call.deleteFiles(others.map(\.mapping).filter(\.isPersistent))
        call.session.add(new.reversed(), editing: isOverwriting ? known : [], removing: others.map(\.id))
        return .done
    }
}
