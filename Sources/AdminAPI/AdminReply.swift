package import HTTPMessage
package import JSONDocument
package import MockEngine

/// The reply of an endpoint.
package struct AdminReply: Sendable {
    /// The HTTP status.
    package var status: Int
    /// The header fields.
    package var headers: HeaderFields
    /// The body; empty for none.
    package var body: [UInt8]
    /// Makes the body while it is sent, in place of `body`.
    var stream: (any BodyStream)?
    /// A file that is read while it is sent, in place of `body`.
    var file: BodySource?
    /// Gives the reply later, in place of this one. It takes a closure to call once with the reply, on any thread, and returns what to
    /// cancel when the client leaves before that. No thread waits for such a reply.
    var later: (@Sendable (_ give: @escaping @Sendable (AdminReply) -> Void) -> (any Cancellable)?)?

    /// A reply without a body.
    package init(status: Int) {
        self.status = status
        headers = []
        body = []
    }

    /// A reply with a body.
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

    /// JSON in WireMock's layout.
    package static func json(_ value: JSONValue, status: Int = 200) -> AdminReply {
        AdminReply(status: status, body: value.bytes(.pretty), contentType: "application/json")
    }

    /// Success without a result and without a body, as some of WireMock's endpoints say it.
    package static let empty = AdminReply(status: 200)

    /// `{}`: success without a result, as most endpoints say it.
    package static let done = AdminReply(body: Array("{}".utf8), contentType: "application/json")

    /// A page for browsers, in UTF-8.
    package static func html(_ text: String) -> AdminReply {
        AdminReply(body: Array(text.utf8), contentType: "text/html;charset=UTF-8")
    }

    /// What keeps a web page from showing the admin API in a frame, and a browser from guessing what a reply is.
    private static let guards: HeaderFields = [
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Content-Security-Policy", "frame-ancestors 'none'"),
    ]

    var response: Response {
        var headers = headers
        headers.append(contentsOf: Self.guards)
        if let file { return Response(status: status, headers: headers, body: file) }
        if let stream { return Response(status: status, headers: headers, body: .stream(stream, length: nil)) }
        return Response(status: status, headers: headers, body: body.isEmpty ? .empty : .bytes(body))
    }
}
