package import HTTPMessage

/// Which of the server's listeners a stub applies to: `"listener": "http" | "s3" | "any"`. Not a field of WireMock's.
package enum ListenerPattern: String, Sendable, CaseIterable {
    /// The HTTP and the HTTPS listener.
    case http
    case s3
    case any

    /// Whether a request on that listener matches.
    @inlinable
    package func includes(_ listener: ListenerName) -> Bool {
        switch self {
        case .http: listener == .http || listener == .https
        case .s3: listener == .s3
        case .any: true
        }
    }
}
