package import HTTPMessage

extension Request {
    /// Whether what the request asks for does not depend on its query: it has none, or only the signature of a link. Does not allocate.
    package var hasPlainQuery: Bool { queryBytes.map(SignedQuery.isPlain) ?? true }
}
