package import HTTPMessage

extension Session {
    /// The base URL of the S3 listener for links that lead into this session, as the client of a request reaches it, without a trailing
    /// slash; nil if there is no S3 listener.
    package func s3BaseURL(for request: Request) -> String? {
        if let ports = identity.listeners?.s3 { return ports.url(scheme: request.arrival.scheme, host: request.baseHost) }
        return environment.s3BaseURL(request).map { $0 + identity.urlPrefix }
    }

    /// A link into this session's buckets, by the session's clock; nil if there is no S3 listener.
    package func link(_ wish: ObjectLinkWish, for request: Request) -> ObjectLink? {
        guard let links = environment.links, let baseURL = s3BaseURL(for: request) else { return nil }
        return links.make(wish, baseURL: baseURL, now: Int(clock.now.milliseconds) / 1_000) {
            String(UInt64.random(in: .min ... .max), radix: 16)
        }
    }
}
