internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

/// One request, with what operations need.
struct S3Call: Sendable {
    let request: Request
    let address: S3Address
    let settings: S3Settings
    let identity: RequestIdentity
    /// Decoded, in the order of the query.
    let query: [QueryItem]
    /// Whether the call may take time, because it is not on a worker of the wire.
    var mayTakeTime = false

    init(_ request: Request, _ address: S3Address, _ settings: S3Settings, _ identity: RequestIdentity, isPlainRead: Bool = false) {
        self.isPlainRead = isPlainRead
        self.request = request
        self.address = address
        self.settings = settings
        self.identity = identity
        query = request.queryItems
    }

    /// Whether it is a path-style GET or HEAD without a query and without conditions, for which the response is always the same.
    let isPlainRead: Bool

    var resource: S3Resource { address.resource }
    var bucket: String { address.bucket ?? "" }
    /// The key as text. Bytes that are not UTF-8 become U+FFFD.
    var key: String { address.keyText }

    /// The first value of a parameter; empty for a name without a value, nil when it is absent.
    func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Whether the request has a signature, valid or not.
    var isSigned: Bool {
        request.firstHeaderIndex("Authorization") != nil || parameter("X-Amz-Signature") != nil || parameter("Signature") != nil
    }

    /// A 200 with a document.
    func document(_ xml: XMLText) -> Response {
        var headers = RequestIdentity.commonFields
        headers.append(name: "Content-Type", value: "application/xml")
        return Response(status: 200, headers: headers, body: .bytes(xml.bytes))
    }
}
