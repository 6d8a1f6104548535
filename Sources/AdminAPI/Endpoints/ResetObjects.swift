internal import MockEngine

/// Drops what the session's requests have written to S3.
enum ResetObjects: AdminEndpoint {
    static let method = "POST"
    static let path = "/s3/reset"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.session.contents.reset()
        return .done
    }
}
