internal import HTTPMessage
internal import StubModel

/// An object that a recorded response names by its URL.
struct HostedObject: Sendable, Equatable {
    let bucket: String
    /// As bytes, decoded.
    let key: [UInt8]
    /// As it was recorded.
    let url: String
    /// How long its link was valid, in seconds; nil for a URL without a signature.
    private let life: Int?
    /// The parameters that do not belong to a signature, as they were written.
    private let query: [Substring]

    private static let standardLife = 900
    /// The longest life of a link.
    private static let longestLife = 604_800
    /// S3's longest key, in bytes.
    private static let longestKey = 1_024
    /// Those of versions 4 and 2, and of links to CloudFront.
    private static let signatureNames: Set<String> = ["signature", "expires", "awsaccesskeyid", "key-pair-id", "policy", "x-id"]

    /// - Parameters:
    ///   - url: absolute.
    ///   - now: in seconds since 1970, for links that have only an end.
    /// - Returns: nil for a URL of another host, and for one without a key.
    init?(_ url: String, _ hosts: [ObjectHost], now: Int) {
        guard let authority = TargetAuthority(literalIn: url), let scheme = url.firstRange(of: "://") else { return nil }
        let candidates = hosts.filter { $0.covers(authority) }
        let rest = url[scheme.upperBound...].drop { !"/?#".contains($0) }.prefix { $0 != "#" }
        let path = rest.prefix { $0 != "?" }.drop { $0 == "/" }
        let first = path.prefix { $0 != "/" }
        if let host = candidates.first(where: { $0.bucket == first }), path.count > first.count + 1 {
            // Path style.
            bucket = host.bucket
            key = PercentCoding.decode(Array(path.dropFirst(first.count + 1).utf8)[...])
        } else {
            guard candidates.count == 1, !path.isEmpty else { return nil }
            bucket = candidates[0].bucket
            key = PercentCoding.decode(Array(path.utf8)[...])
        }
        self.url = String(url.prefix { $0 != "#" })
        let pieces = rest.drop { $0 != "?" }.dropFirst().split(separator: "&")
        func value(_ name: String) -> String? {
            pieces.first { $0.lowercased().hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        let isVersion4 = value("x-amz-signature") != nil
        let isOther = value("signature") != nil && (value("awsaccesskeyid") != nil || value("key-pair-id") != nil)
        guard isVersion4 || isOther else {
            life = nil
            query = pieces
            return
        }
        let seconds =
            isVersion4
            ? value("x-amz-expires").flatMap { Int($0) }
            : value("expires").flatMap { Int($0) }.map { Self.seconds(from: now, to: $0) }
        life = min(max(seconds ?? Self.standardLife, 1), Self.longestLife)
        query = pieces.filter { piece in
            let name = piece.prefix { $0 != "=" }.lowercased()
            return !name.hasPrefix("x-amz-") && !Self.signatureNames.contains(name)
        }
    }

    /// At most the longest life, and 0 for an end before `now`: the other server may write any number.
    private static func seconds(from now: Int, to end: Int) -> Int { min(max(end, now), now + longestLife) - now }

    /// The template that replaces the URL.
    var template: String {
        link ?? "{{s3.baseUrl}}/\(bucket)/\(PercentCoding.encode(key, keeping: "/"))"
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// Why no request can name it; nil for a valid key.
    var refusal: String? {
        if String(validating: key, as: UTF8.self) == nil { return "The key is not in UTF-8." }
        return key.count > Self.longestKey ? "The key has \(key.count) bytes. S3 allows at most \(Self.longestKey)." : nil
    }

    /// The address without signature, for messages.
    var shown: String { String(url.prefix { $0 != "?" }) }

    /// Nil for a URL without a signature, and for a key that a template in JSON cannot hold.
    private var link: String? {
        guard let life, let text = String(validating: key, as: UTF8.self), Self.isPlain(text) else { return nil }
        let options = query.compactMap { piece -> String? in
            let name = String(piece.prefix { $0 != "=" })
            let value = PercentCoding.decodePath(piece.dropFirst(name.count + 1).utf8)
            return name.hasPrefix("response-") && Self.isPlain(name) && Self.isPlain(value) ? " \(name)='\(value)'" : nil
        }
        return "{{s3.presigned '\(bucket)' '\(text)' expiresIn=\(life)\(options.joined())}}"
    }

    /// Whether a text needs no escape in a template, nor in JSON around it.
    private static func isPlain(_ text: String) -> Bool {
        !text.utf8.contains { $0 < 0x20 || [0x22, 0x27, 0x5C, 0x7B, 0x7D].contains($0) }
    }
}
