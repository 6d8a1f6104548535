/// Stops recording. The reply has the new mappings, or their ids.
enum StopRecording: AdminEndpoint {
    static let method = "POST"
    static let path = "/recordings/stop"
    static let waitsForServers = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Recording")
        guard let recorder = call.services.recorder, recorder.status == .recording || recorder.hasUnsaved else {
            throw AdminError(status: 400, code: 30, title: "Not currently recording.")
        }
        return call.recorded(try recorder.stop())
    }
}
