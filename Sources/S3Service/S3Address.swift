internal import HTTPMessage

/// The bucket and the object of a request.
///
/// Virtual-hosted when the Host is `{bucket}.localhost`, `{bucket}.s3.localhost`, `{bucket}.s3.{region}.localhost`, the same under
/// `amazonaws.com` (where `s3` is required), or `{bucket}.{base domain}`. Any other Host, including addresses and plain names, is path
/// style.
struct S3Address: Sendable, Equatable {
    /// Nil for the service itself.
    var bucket: String?
    /// Decoded once, with `+` unchanged; nil for the bucket itself.
    var key: [UInt8]?

    init(bucket: String? = nil, key: [UInt8]? = nil) {
        self.bucket = bucket
        self.key = key
    }

    init(_ request: Request, _ settings: S3Settings) {
        var path = request.pathBytes
        if path.first == UInt8(ascii: "/") { path.removeFirst() }
        if let bucket = request.firstHeader("Host").flatMap({ Self.bucket(inHost: $0, settings) }) {
            self.init(bucket: bucket, key: path.isEmpty ? nil : PercentCoding.decode(path))
            return
        }
        let name = path.prefix { $0 != UInt8(ascii: "/") }
        let rest = path[name.endIndex...].dropFirst()
        self.init(
            bucket: name.isEmpty ? nil : PercentCoding.decodePath(name),
            key: name.isEmpty || rest.isEmpty ? nil : PercentCoding.decode(rest))
    }

    /// Whether a Host is path style with any settings: an address, or `localhost`. Does not allocate.
    static func isSurelyPathStyle(_ host: ArraySlice<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "[") || ASCII.equalsIgnoringCase(host.prefix { $0 != UInt8(ascii: ":") }, "localhost".utf8) {
            return true
        }
        return !host.contains { $0 >= UInt8(ascii: "A") }
    }

    /// The bucket in a Host; nil for path style.
    static func bucket(inHost host: String, _ settings: S3Settings) -> String? {
        if isSurelyPathStyle(Array(host.utf8)[...]) { return nil }
        let name = Authority(host).host.lowercased()
        for base in settings.baseDomains.map({ $0.lowercased() }).sorted(by: { $0.utf8.count > $1.utf8.count }) {
            if name == base { return nil }
            if name.hasSuffix("." + base) { return String(name.dropLast(base.count + 1)) }
        }
        for (base, needsService) in [("localhost", false), ("amazonaws.com", true)] where name.hasSuffix("." + base) {
            var labels = name.dropLast(base.count + 1).split(separator: ".", omittingEmptySubsequences: false)
            if labels.count >= 2, labels[labels.count - 2] == "s3", isRegion(labels[labels.count - 1]) { labels.removeLast() }
            guard labels.last == "s3" || labels.last.map({ $0.hasPrefix("s3-") && isRegion($0.dropFirst(3)) }) ?? false else {
                return needsService || labels.isEmpty ? nil : labels.joined(separator: ".")
            }
            labels.removeLast()
            return labels.isEmpty ? nil : labels.joined(separator: ".")
        }
        return nil
    }

    /// Whether the label looks like `eu-west-1`.
    private static func isRegion(_ label: Substring) -> Bool {
        label.contains("-") && (label.utf8.last.map { $0 &- UInt8(ascii: "0") < 10 } ?? false)
    }
}
