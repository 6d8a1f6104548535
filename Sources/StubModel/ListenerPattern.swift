package import HTTPMessage

/// On which of the server's doors a stub answers: `"listener": "http" | "s3" | "any"`. Ours, not WireMock's.
package enum ListenerPattern: String, Sendable, CaseIterable {
    /// The HTTP and the HTTPS listener.
    case http
    case s3
    case any

    @inlinable
    package func includes(_ listener: ListenerName) -> Bool {
        switch self {
        case .http: listener == .http || listener == .https
        case .s3: listener == .s3
        case .any: true
        }
    }
}
