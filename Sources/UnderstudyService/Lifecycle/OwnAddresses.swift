internal import HTTPMessage
internal import Synchronization

/// The ports of the listeners, for templates. They are known once the listeners are open.
final class OwnAddresses: Sendable {
    private let s3 = Mutex<(port: Int, url: String)?>(nil)

    func open(s3Port: Int, s3URL: String) { s3.withLock { $0 = (s3Port, s3URL) } }

    /// The S3 listener's base URL, with the host name by which the client reached this server.
    func s3BaseURL(_ request: Request) -> String? {
        guard let (port, url) = s3.withLock({ $0 }) else { return nil }
        guard let host = request.firstHeader("Host"), !host.isEmpty else { return url }
        if request.arrival.listener == .s3 { return "\(request.arrival.scheme)://\(host)" }
        return port == 0 ? url : "\(request.arrival.scheme)://\(Authority(host).host):\(port)"
    }
}
