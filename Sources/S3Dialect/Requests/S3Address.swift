package import HTTPMessage

/// The bucket and the object of a request.
///
/// Virtual-hosted when the Host is `{bucket}.localhost`, `{bucket}.s3.localhost`, `{bucket}.s3.{region}.localhost`,
/// `{bucket}.s3.dualstack.{region}.localhost`, the same with `s3-fips` and `s3-accelerate`, the same under `amazonaws.com` and
/// `amazonaws.com.cn` (where the service is required), or `{bucket}.{base domain}`. A final dot in the Host is ignored. Any other Host,
/// including addresses and plain names, is path style. Of a target in absolute form the host counts, not the Host.
package struct S3Address: Sendable, Hashable {
    /// Nil for the service itself.
    package var bucket: String?
    /// Decoded once, with `+` unchanged; nil for the bucket itself.
    package var key: [UInt8]?

    package init(bucket: String? = nil, key: [UInt8]? = nil) {
        self.bucket = bucket
        self.key = key
    }

    /// - Parameter baseDomains: domains below which the first labels are the bucket; the longest that fits counts.
    package init(_ request: Request, baseDomains: [String] = []) {
        var path = request.pathBytes
        if path.first == UInt8(ascii: "/") { path.removeFirst() }
        if let bucket = request.receivedAuthority.flatMap({ Self.bucket(inHost: $0, baseDomains: baseDomains) }) {
            self.init(bucket: bucket, key: path.isEmpty ? nil : PercentCoding.decode(path))
            return
        }
        self.init(path: request.pathBytes)
    }

    /// - Parameter path: in path style.
    package init(path: ArraySlice<UInt8>) {
        let path = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
        let name = path.prefix { $0 != UInt8(ascii: "/") }
        let rest = path[name.endIndex...].dropFirst()
        self.init(
            bucket: name.isEmpty ? nil : PercentCoding.decodePath(name),
            key: name.isEmpty || rest.isEmpty ? nil : PercentCoding.decode(rest))
    }

    /// Whether it is the service, a bucket or an object.
    package var resource: S3Resource { bucket == nil ? .service : key == nil ? .bucket : .object }

    /// The key as text. Bytes that are not UTF-8 become U+FFFD. Empty without a key.
    package var keyText: String { String(decoding: key ?? [], as: UTF8.self) }

    /// Checks that each `%` of a path begins an escape, and that the decoded path is UTF-8.
    /// - Throws: InvalidURI.
    package static func check(_ path: ArraySlice<UInt8>) throws(S3Error) {
        if path.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) { return }
        guard EscapedText.isWellFormed(path) else {
            throw S3Error(.invalidURI, nil, [("URI", String(decoding: path, as: UTF8.self))])
        }
    }

    /// Whether a Host is path style with any settings: an address, or `localhost`. Does not allocate.
    package static func isSurelyPathStyle(_ host: ArraySlice<UInt8>) -> Bool {
        if !host.contains(where: { $0 >= UInt8(ascii: "A") }) { return true }
        return host.first == UInt8(ascii: "[") || ASCII.equalsIgnoringCase(host.prefix { $0 != UInt8(ascii: ":") }, "localhost".utf8)
    }

    /// The bucket in a Host; nil for path style.
    package static func bucket(inHost host: String, baseDomains: [String] = []) -> String? {
        if isSurelyPathStyle(Array(host.utf8)[...]) { return nil }
        var name = Authority(host).host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        for base in baseDomains.map({ $0.lowercased() }).sorted(by: { $0.utf8.count > $1.utf8.count }) {
            if name == base { return nil }
            if name.hasSuffix("." + base) { return String(name.dropLast(base.count + 1)) }
        }
        for (base, needsService) in [("localhost", false), ("amazonaws.com", true), ("amazonaws.com.cn", true)]
        where name.hasSuffix("." + base) {
            let labels = name.dropLast(base.count + 1).split(separator: ".", omittingEmptySubsequences: false)
            if let rest = withoutService(labels[...]) { return rest.isEmpty ? nil : rest.joined(separator: ".") }
            return needsService || labels.isEmpty ? nil : labels.joined(separator: ".")
        }
        return nil
    }

    /// The labels before those of the service: `s3`, `s3.dualstack.eu-west-1`, `s3-eu-west-1`, `s3-accelerate`; nil if they do not end with
    /// any.
    private static func withoutService(_ all: ArraySlice<Substring>) -> ArraySlice<Substring>? {
        var labels = all
        var hasRegion = false
        if let last = labels.last, isRegion(last) {
            if last.hasPrefix("s3-"), isRegion(last.dropFirst(3)) { return labels.dropLast() }
            hasRegion = true
            labels.removeLast()
        }
        if labels.last == "dualstack", hasRegion || labels.dropLast().last == "s3-accelerate" { labels.removeLast() }
        guard let last = labels.last, isService(last) else { return nil }
        return labels.dropLast()
    }

    private static func isService(_ label: Substring) -> Bool { ["s3", "s3-fips", "s3-accelerate"].contains(label) }

    /// Whether the label looks like `eu-west-1`.
    private static func isRegion(_ label: Substring) -> Bool {
        label.contains("-") && (label.utf8.last.map { $0 &- UInt8(ascii: "0") < 10 } ?? false)
    }
}
