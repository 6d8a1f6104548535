public import HTTPMessage
public import JSONDocument

/// What an endpoint answers.
public struct AdminReply: Sendable {
    public var status: Int
    public var headers: HeaderFields
    public var body: [UInt8]

    /// Without a body.
    public init(status: Int) {
        self.status = status
        headers = []
        body = []
    }

    public init(status: Int = 200, body: [UInt8], contentType: String) {
        self.status = status
        headers = [("Content-Type", contentType)]
        self.body = body
    }

    /// JSON, laid out as WireMock does it.
    public static func json(_ value: JSONValue, status: Int = 200) -> AdminReply {
        AdminReply(status: status, body: value.bytes(.pretty), contentType: "application/json")
    }

    /// `{}`: done, and nothing to tell.
    public static let done = AdminReply(body: Array("{}".utf8), contentType: "application/json")

    public static func html(_ text: String) -> AdminReply {
        AdminReply(body: Array(text.utf8), contentType: "text/html;charset=UTF-8")
    }

    var response: Response {
        Response(status: status, headers: headers, body: body.isEmpty ? .empty : .bytes(body))
    }
}
