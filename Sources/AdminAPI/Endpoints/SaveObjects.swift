internal import JSONDocument
internal import MockEngine

/// Writes what the session's requests have written to S3 into the folder.
enum SaveObjects: AdminEndpoint {
    static let method = "POST"
    static let path = "/s3/save"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        guard let contents = call.session.contents.current else { return .json(["saved": 0, "deleted": 0, "skipped": []]) }
        do throws(SessionContentsError) {
            return .json(try contents.save())
        } catch {
            throw AdminError.failure(error.sentence)
        }
    }
}
