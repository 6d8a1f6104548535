package import HTTPMessage
package import JSONDocument
package import MockEngine

/// What an endpoint answers.
package struct AdminReply: Sendable {
    package var status: Int
    package var headers: HeaderFields
    package var body: [UInt8]
    /// Makes the body while it is sent, in place of `body`.
    var stream: (any BodyStream)?
    /// Gives the reply later, in place of this one: takes what is to be called with it, once, on any thread, and returns what to cancel
    /// when the client leaves first. A reply that comes later costs no thread meanwhile.
    var later: (@Sendable (_ give: @escaping @Sendable (AdminReply) -> Void) -> (any Cancellable)?)?

    /// Without a body.
    package init(status: Int) {
        self.status = status
        headers = []
        body = []
    }

    package init(status: Int = 200, body: [UInt8], contentType: String) {
        self.status = status
        headers = [("Content-Type", contentType)]
        self.body = body
    }

    /// A reply that is not known yet.
    package static func later(
        _ start: @escaping @Sendable (_ give: @escaping @Sendable (AdminReply) -> Void) -> (any Cancellable)?
    ) -> AdminReply {
        var reply = AdminReply(status: 200)
        reply.later = start
        return reply
    }

    /// JSON, laid out as WireMock does it.
    package static func json(_ value: JSONValue, status: Int = 200) -> AdminReply {
        AdminReply(status: status, body: value.bytes(.pretty), contentType: "application/json")
    }

    /// `{}`: done, and nothing to tell.
    package static let done = AdminReply(body: Array("{}".utf8), contentType: "application/json")

    package static func html(_ text: String) -> AdminReply {
        AdminReply(body: Array(text.utf8), contentType: "text/html;charset=UTF-8")
    }

    var response: Response {
        if let stream { return Response(status: status, headers: headers, body: .stream(stream, length: nil)) }
        return Response(status: status, headers: headers, body: body.isEmpty ? .empty : .bytes(body))
    }
}
