internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Removes the entries whose stubs have metadata that match the matcher in the body.
enum RemoveRequestsByMetadata: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/remove-by-metadata"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireJournal()
        let matcher = try call.readMetadataMatcher()
        let accepts = call.metadataTest(matcher)
        let entries = try call.session.journal.removeAll { try accepts($0.stub) }
        return .json(["serveEvents": .array(entries.map { $0.json(call.form) })])
    }
}
