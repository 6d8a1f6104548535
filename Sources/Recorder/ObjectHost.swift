package import HTTPMessage
internal import S3Dialect

/// A host whose URLs are objects of a bucket: `images.example.com=pose-images`.
package struct ObjectHost: Sendable, Hashable {
    /// What a host must be, for messages.
    package static let rule = "HOST=BUCKET, such as images.example.com=pose-images"

    /// In lower case; an IPv6 address without brackets.
    let host: String
    /// Nil for the standard ports.
    let port: Int?
    let bucket: String

    /// - Parameter text: a host with or without a port, `=`, and the name of a bucket.
    /// - Returns: nil for another form.
    package init?(_ text: String) {
        guard let mark = text.firstIndex(of: "=") else { return nil }
        self.init(host: String(text[..<mark]), bucket: String(text[text.index(after: mark)...]))
    }

    /// - Returns: nil unless both are names.
    package init?(host: String, bucket: String) {
        guard BucketName.isValid(bucket), !host.contains("/"), let authority = TargetAuthority(literalIn: "http://\(host)") else {
            return nil
        }
        self.host = authority.host
        port = Authority(host).port
        self.bucket = bucket
    }

    /// What is wrong with a host or with the name of a bucket, as a clause; nil when both are right.
    package static func flaw(host: String, bucket: String) -> String? {
        if ObjectHost(host: host, bucket: bucket) != nil { return nil }
        guard BucketName.isValid(bucket) else { return "\"\(bucket)\" is no name of a bucket. \(BucketName.rule)" }
        let parts = host.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty, ObjectHost(host: String(parts[2]), bucket: bucket) != nil else {
            return "\"\(host)\" is no host"
        }
        return "\"\(host)\" is a URL: write \(parts[2])"
    }

    /// What may be called for its objects.
    package var targets: [TargetAuthority] {
        let name = host.contains(":") ? "[\(host)]" : host
        let urls = port.map { ["http://\(name):\($0)"] } ?? ["http://\(name)", "https://\(name)"]
        return urls.compactMap { TargetAuthority(literalIn: $0) }
    }

    func covers(_ authority: TargetAuthority) -> Bool {
        authority.host == host && (port.map { $0 == authority.port } ?? [80, 443].contains(authority.port))
    }
}
