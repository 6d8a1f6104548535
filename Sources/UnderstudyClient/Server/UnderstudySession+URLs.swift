public import Foundation

extension UnderstudySession {
    /// A URL below ``baseURL``. What is not plain ASCII is percent-encoded, and what is encoded already stays so.
    ///
    /// ```swift
    /// let url = session.url("/maps/reverse-geocode?lat=37.24&name=영통동")
    /// ```
    public func url(_ pathAndQuery: String) -> URL { Self.join(baseURL, pathAndQuery) }

    /// A URL below ``s3BaseURL``, in the same way; nil when the server has no S3.
    public func s3URL(_ pathAndQuery: String) -> URL? { s3BaseURL.map { Self.join($0, pathAndQuery) } }

    private static func join(_ base: URL, _ pathAndQuery: String) -> URL {
        var plain = CharacterSet.urlQueryAllowed
        plain.insert(charactersIn: "%#")
        let text = pathAndQuery.addingPercentEncoding(withAllowedCharacters: plain) ?? pathAndQuery
        let path = text.hasPrefix("/") ? text : "/\(text)"
        return URL(string: base.absoluteString + path) ?? base
    }
}
