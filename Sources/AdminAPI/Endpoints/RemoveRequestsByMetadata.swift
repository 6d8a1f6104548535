internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Removes the entries whose stubs have metadata that match the matcher in the body.
enum RemoveRequestsByMetadata: AdminEndpoint {
    static let method = "POST"
    static let path = "/requests/remove-by-metadata"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let matcher = try call.readMetadataMatcher()
        let events = call.session.journal.removeAll { event in
            event.stub.map { matcher.accepts(metadataOf: .object($0.mapping.json), at: call.session.clock.now) } ?? false
        }
        return .json(["serveEvents": .array(events.map { $0.json(call.form) })])
    }
}
