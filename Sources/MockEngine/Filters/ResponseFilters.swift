internal import HTTPMessage

/// What the settings do to responses on their way out: compress those of stubs, let pages of other origins read them.
package struct ResponseFilters: Sendable {
    /// Stubs' responses are compressed for clients that accept gzip (`--disable-gzip` switches it off).
    package var compresses = true
    /// Pages of any origin may read all responses (`--enable-stub-cors`).
    package var allowsOrigins = false

    package init(compresses: Bool = true, allowsOrigins: Bool = false) {
        self.compresses = compresses
        self.allowsOrigins = allowsOrigins
    }

    /// The response to send to a request in place of a stub's. Those on the S3 listener stay as they are: S3 compresses nothing, and
    /// checksums are of the bytes that are sent.
    @inline(__always)
    func coded(_ response: Response, for request: Request) -> Response {
        compresses && request.arrival.listener != .s3 ? ContentCoding.encoded(response, for: request) : response
    }

    /// Whether `coded` would take a millisecond or more.
    @inline(__always)
    func takesLong(_ response: Response, for request: Request) -> Bool {
        compresses && request.arrival.listener != .s3 && ContentCoding.takesLong(response, for: request)
    }

    /// The fields that let the page that asks read the response, unless that speaks for itself.
    @inline(__always)
    func originFields(for response: Response, to request: Request) -> HeaderFields {
        guard allowsOrigins else { return [] }
        return CrossOrigin.fields(for: response, to: request)
    }

    /// What a browser is told that asks whether its page may call; nil for any other request.
    @inline(__always)
    func preflight(_ request: Request) -> Response? { allowsOrigins ? CrossOrigin.preflight(request) : nil }
}
