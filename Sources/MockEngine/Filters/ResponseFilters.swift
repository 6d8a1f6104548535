internal import HTTPMessage

/// What the settings do to the responses of stubs before they are sent (compression, fields for pages of other origins), and to the entity
/// tags of requests before they are matched.
package struct ResponseFilters: Sendable {
    /// Whether stubs' responses are compressed for clients that accept gzip. On by default; `--disable-gzip` switches it off.
    package var compresses = true
    /// Whether pages of any origin may read all responses (`--enable-stub-cors`). Off by default.
    package var allowsOrigins = false

    package init(compresses: Bool = true, allowsOrigins: Bool = false) {
        self.compresses = compresses
        self.allowsOrigins = allowsOrigins
    }

    /// The response to send instead of a stub's. The S3 listener's responses stay as they are: S3 does not compress, and checksums are of
    /// the bytes that are sent.
    @inline(__always)
    func coded(_ response: Response, for request: Request) -> Response {
        compresses && request.arrival.listener != .s3 ? ContentCoding.encoded(response, for: request) : response
    }

    /// The request with the entity tags of the stubs, and those of which the client has the compressed form; nil if it has none.
    func withPlainTags(_ request: Request) -> (request: Request, tags: [String])? {
        compresses && request.arrival.listener != .s3 ? ContentCoding.withPlainTags(request) : nil
    }

    /// Whether `coded` would take a millisecond or more.
    @inline(__always)
    func takesLong(_ response: Response, for request: Request) -> Bool {
        compresses && request.arrival.listener != .s3 && ContentCoding.takesLong(response, for: request)
    }

    /// The CORS fields to add, unless the response has its own.
    @inline(__always)
    func originFields(for response: Response, to request: Request) -> HeaderFields {
        guard allowsOrigins else { return [] }
        return CrossOrigin.fields(for: response, to: request)
    }

    /// The response to a CORS preflight request; nil for any other request.
    @inline(__always)
    func preflight(_ request: Request) -> Response? { allowsOrigins ? CrossOrigin.preflight(request) : nil }
}
