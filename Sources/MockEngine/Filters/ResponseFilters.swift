internal import HTTPMessage

/// What the settings do to responses before they are sent, and to requests before they are matched: compress those of stubs, allow pages of other origins to read them.
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

    /// Makes the entity tags that a request names those of the stubs.
    @inline(__always)
    func takePlainTags(_ request: inout Request) {
        if compresses && request.hasConditions && request.arrival.listener != .s3 { ContentCoding.takePlainTags(&request) }
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
