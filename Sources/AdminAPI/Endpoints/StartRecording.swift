/// Begins to record what is proxied, after the specification in the body.
enum StartRecording: AdminEndpoint {
    static let method = "POST"
    static let path = "/recordings/start"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Recording")
        let recorder = try call.recorder()
        _ = try call.readRecording { try recorder.start($0, $1) }
        return .done
    }
}
