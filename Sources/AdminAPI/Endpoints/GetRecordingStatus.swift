internal import JSONDocument

/// Whether it records: `NeverStarted`, `Recording`, `Stopped`.
enum GetRecordingStatus: AdminEndpoint {
    static let method = "GET"
    static let path = "/recordings/status"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .json(["status": .string((call.services.recorder?.status ?? .neverStarted).rawValue)])
    }
}
