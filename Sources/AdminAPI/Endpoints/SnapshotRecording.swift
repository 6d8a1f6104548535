/// Makes mappings of the exchanges that are already in the journal.
enum SnapshotRecording: AdminEndpoint {
    static let method = "POST"
    static let path = "/recordings/snapshot"
    static let waitsForServers = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Recording")
        let recorder = try call.recorder()
        return call.recorded(try call.readOrDefaults { try recorder.takeSnapshot($0, $1) })
    }
}
