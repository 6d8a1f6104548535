internal import HTTPMessage
internal import S3Dialect
internal import Synchronization

/// The ports of the listeners, for templates. They are known once the listeners are open.
final class OwnAddresses: Sendable {
    private let s3 = Mutex<(port: Int, url: String, securePort: Int?)?>(nil)
    private let baseDomains: [String]

    /// - Parameter baseDomains: domains whose subdomains are buckets.
    init(baseDomains: [String] = []) { self.baseDomains = baseDomains }

    /// - Parameter securePort: the port on which it speaks TLS; nil for none.
    func open(s3Port: Int, s3URL: String, securePort: Int? = nil) { s3.withLock { $0 = (s3Port, s3URL, securePort) } }

    /// The S3 listener's base URL, with the host name by which the client reached this server, without a bucket in it.
    func s3BaseURL(_ request: Request) -> String? {
        guard let (port, url, securePort) = s3.withLock({ $0 }) else { return nil }
        guard let host = request.receivedAuthority, !host.isEmpty else { return url }
        if request.arrival.listener == .s3, let bucket = S3Address.bucket(inHost: host, baseDomains: baseDomains) {
            return "\(request.arrival.scheme)://\(host.dropFirst(bucket.utf8.count + 1))"
        }
        if request.arrival.listener == .s3 { return "\(request.arrival.scheme)://\(host)" }
        if request.arrival.scheme == "https", let securePort { return "https://\(Authority(host).host):\(securePort)" }
        return port == 0 ? url : "http://\(Authority(host).host):\(port)"
    }
}
