internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// Makes a link to an object of S3, or an upload form, for the session.
enum PresignObject: AdminEndpoint {
    static let method = "POST"
    static let path = "/s3/presign"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let wish = try call.read(ObjectLinkWish.decode)
        if wish.key.hasPrefix("/") {
            call.warn(
                "the key \"\(wish.key)\" begins with a slash, which is part of its name",
                repair: "Did you mean \"\(wish.key.drop { $0 == "/" })\"?")
        }
        guard let link = call.session.link(wish, for: call.request) else {
            throw AdminError(
                status: 501, title: "This server has no S3 listener", detail: "Start it with a folder of mocks and an --s3-port.")
        }
        var reply: JSONObject = ["url": .string(link.url), "method": .string(link.method)]
        if let fields = link.fields {
            reply["fields"] = .object(JSONObject(fields.map { ($0.name, JSONValue.string($0.value)) }))
        } else {
            reply["headers"] = .object(JSONObject(wish.fields.map { ($0.name, JSONValue.string($0.value)) }))
        }
        reply["expiresAt"] = .string(Timestamp(milliseconds: Int64(link.end) * 1_000).isoText)
        return .json(.object(reply))
    }
}
