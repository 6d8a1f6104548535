public import HTTPMessage
public import JSONDocument
public import MockEngine

/// What an endpoint answers.
public struct AdminReply: Sendable {
    public var status: Int
    public var headers: HeaderFields
    public var body: [UInt8]
    /// Makes the body while it is sent, in place of `body`.
    var stream: (any BodyStream)?
    /// Gives the reply later, in place of this one: takes what is to be called with it, once, on any thread, and returns what to cancel
    /// when the client leaves first. A reply that comes later costs no thread meanwhile.
    var later: (@Sendable (_ give: @escaping @Sendable (AdminReply) -> Void) -> (any Cancellable)?)?

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

    /// A reply that is not known yet.
    public static func later(
        _ start: @escaping @Sendable (_ give: @escaping @Sendable (AdminReply) -> Void) -> (any Cancellable)?
    ) -> AdminReply {
        var reply = AdminReply(status: 200)
        reply.later = start
        return reply
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
        if let stream { return Response(status: status, headers: headers, body: .stream(stream, length: nil)) }
        return Response(status: status, headers: headers, body: body.isEmpty ? .empty : .bytes(body))
    }
}
