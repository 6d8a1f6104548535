/// Starts to record proxied exchanges, as the specification in the body says.
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
