internal import HTTPMessage
internal import StubModel

/// A URL of a recorded host, and the template that replaces it.
struct HostedURL {
    /// What can be fetched by it; nil for a bucket, for all of them, and for a link of another method than GET.
    var object: HostedObject? { method == Self.standardMethod ? named : nil }
    /// What it names; nil for a bucket, and for all of them.
    private let named: HostedObject?
    /// The method that its link holds for, as far as the URL says.
    private let method: String
    /// The path that replaces its own.
    private let path: String
    /// How long its link was valid, in seconds; nil for a URL without a signature.
    private let life: Int?
    /// The parameters that do not belong to a signature, as they were written.
    private let query: [Substring]
    /// What follows, with `#`; empty without one.
    private let fragment: Substring
    /// How the text around it writes `&`.
    private let ampersand: String

    private static let standardMethod = "GET"
    private static let standardLife = 900
    /// The longest life of a link.
    private static let longestLife = 604_800
    /// Those of versions 4 and 2, and of links to CloudFront.
    private static let signatureNames: Set<String> = ["signature", "expires", "awsaccesskeyid", "key-pair-id", "policy", "x-id"]

    /// - Parameters:
    ///   - url: absolute.
    ///   - ampersand: how the text around it writes `&`.
    ///   - now: in seconds since 1970, for links that have only an end.
    /// - Returns: nil for a URL of another host, and for one of a bucket that is not recorded.
    init?(_ url: String, ampersand: String = "&", _ hosts: [ObjectHost], now: Int) {
        guard let authority = TargetAuthority(literalIn: url), let scheme = url.firstRange(of: "://") else { return nil }
        let candidates = hosts.filter { $0.covers(authority) }
        let rest = url[scheme.upperBound...].drop { !"/?#".contains($0) }.prefix { $0 != "#" }
        let written = rest.prefix { $0 != "?" }
        guard let (bucket, key) = Self.place(written.drop { $0 == "/" }, candidates) else { return nil }
        let decoded = PercentCoding.decode(Array(key.utf8)[...])
        let slash = written.last == "/" || !key.isEmpty ? "/" : ""
        path = (bucket.isEmpty ? "" : "/" + bucket) + slash + PercentCoding.encode(decoded, keeping: "/")
        fragment = url.drop { $0 != "#" }
        self.ampersand = ampersand
        let pieces = rest.drop { $0 != "?" }.dropFirst().split(separator: "&")
        func value(_ name: String) -> String? {
            pieces.first { $0.lowercased().hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        let isVersion4 = value("x-amz-signature") != nil
        let isOther = value("signature") != nil && (value("awsaccesskeyid") != nil || value("key-pair-id") != nil)
        named =
            bucket.isEmpty || key.isEmpty
            ? nil
            : HostedObject(bucket: bucket, key: decoded, url: String(url.prefix { $0 != "#" }), isSigned: isVersion4 || isOther)
        guard isVersion4 || isOther else {
            (life, method) = (nil, Self.standardMethod)
            query = pieces
            return
        }
        let seconds =
            isVersion4
            ? value("x-amz-expires").flatMap { Int($0) }
            : value("expires").flatMap { Int($0) }.map { Self.seconds(from: now, to: $0) }
        life = min(max(seconds ?? Self.standardLife, 1), Self.longestLife)
        method = Self.method(operation: value("x-id"), signedFields: value("x-amz-signedheaders"))
        query = pieces.filter { piece in
            let name = piece.prefix { $0 != "=" }.lowercased()
            return !name.hasPrefix("x-amz-") && !Self.signatureNames.contains(name)
        }
    }

    /// The bucket and the key that a path names, without the slash at its beginning.
    /// - Parameter hosts: those whose URL it is.
    /// - Returns: no key for a bucket, and no bucket for all of them; nil for a bucket that is not recorded.
    private static func place(_ path: Substring, _ hosts: [ObjectHost]) -> (bucket: String, key: Substring)? {
        let first = path.prefix { $0 != "/" }
        // Path style.
        if let host = hosts.first(where: { $0.bucket == first }) { return (host.bucket, path.dropFirst(first.count + 1)) }
        if hosts.count == 1 { return (hosts[0].bucket, path) }
        return path.isEmpty && !hosts.isEmpty ? ("", "") : nil
    }

    /// The method of a link.
    /// - Parameters:
    ///   - operation: as SDKs write it into the links that they make; nil if they do not.
    ///   - signedFields: the names of the header fields that the request must have, as the URL has them.
    private static func method(operation: String?, signedFields: String?) -> String {
        if let operation { return methods[operation] ?? standardMethod }
        let names = PercentCoding.decodePath((signedFields ?? "").utf8).lowercased().split(separator: ";")
        let isUpload = names.contains { name in fieldsOfUploads.contains { name.hasPrefix($0) } }
        return isUpload ? "PUT" : standardMethod
    }

    /// Those of the operations on objects that do not read them, and of HeadObject.
    private static let methods = [
        "PutObject": "PUT", "CopyObject": "PUT", "UploadPart": "PUT", "UploadPartCopy": "PUT", "DeleteObject": "DELETE",
        "HeadObject": "HEAD",
    ]
    /// Beginnings of the names of fields that only uploads have.
    private static let fieldsOfUploads = [
        "content-", "x-amz-acl", "x-amz-meta-", "x-amz-storage-class", "x-amz-tagging", "x-amz-copy-source",
    ]

    /// At most the longest life, and 0 for an end before `now`: the other server may write any number.
    private static func seconds(from now: Int, to end: Int) -> Int { min(max(end, now), now + longestLife) - now }

    /// The template that replaces the URL.
    var template: String {
        let address =
            link ?? "{{s3.baseUrl}}" + path + (query.isEmpty ? "" : "?" + query.joined(separator: ampersand))
        return address + fragment.replacing("&", with: ampersand)
    }

    /// Nil for a URL without a signature or a key, and for a key that a template in JSON cannot hold.
    private var link: String? {
        guard let life, let named, let text = String(validating: named.key, as: UTF8.self), Self.isPlain(text) else { return nil }
        let options = query.compactMap { piece -> String? in
            let name = String(piece.prefix { $0 != "=" })
            let value = PercentCoding.decodePath(piece.dropFirst(name.count + 1).utf8)
            return name.hasPrefix("response-") && Self.isPlain(name) && Self.isPlain(value) ? " \(name)='\(value)'" : nil
        }
        let kind = method == Self.standardMethod ? "" : " method='\(method)'"
        let call = "s3.presigned '\(named.bucket)' '\(text)'\(kind) expiresIn=\(life)\(options.joined())"
        return ampersand == "&" ? "{{\(call)}}" : "{{replace (\(call)) '&' '\(ampersand)'}}"
    }

    /// Whether a text needs no escape in a template, nor in JSON around it.
    private static func isPlain(_ text: String) -> Bool {
        !text.utf8.contains { $0 < 0x20 || [0x22, 0x27, 0x5C, 0x7B, 0x7D].contains($0) }
    }
}
