internal import JSONDocument
internal import MockEngine

/// How the S3 buckets of the session differ from the folder.
enum GetObjects: AdminEndpoint {
    static let method = "GET"
    static let path = "/s3"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        .json(call.session.contents.current?.describe() ?? ["buckets": [], "bytes": 0])
    }
}
