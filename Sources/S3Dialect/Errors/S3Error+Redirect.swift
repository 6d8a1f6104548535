internal import HTTPMessage

/// Where redirects that a stub asks for lead.
extension S3Error {
    /// The parameter that a temporary redirect adds to the URL, as S3's own did. It belongs to no signature.
    static let redirectParameter = "rk"
    /// What a Location repeats as it is. Behind a `#`, clients would take the parameter for a part of the fragment.
    private static let keptInLocation = String(decoding: (UInt8(0x21)...0x7E).filter { $0 != UInt8(ascii: "#") }, as: UTF8.self)

    /// Where a temporary redirect leads: to the address of the request itself. Nil for a request that was redirected before: some clients
    /// would go round for ever.
    private static func location(of request: Request) -> String? {
        guard let authority = request.receivedAuthority, !authority.isEmpty,
            !request.queryItems.contains(where: { $0.name == redirectParameter })
        else { return nil }
        let target = PercentCoding.encode(request.receivedTargetBytes, keeping: keptInLocation)
        return "\(request.receivedScheme)://\(authority)\(target)\(request.queryBytes == nil ? "?" : "&")\(redirectParameter)=1"
    }

    /// The fields of a redirect.
    static func redirect(of request: Request) -> HeaderFields {
        var fields: HeaderFields = [regionField]
        if let target = location(of: request) { fields.append(name: "Location", value: target) }
        return fields
    }

    /// The region of the bucket.
    static let regionField = ("x-amz-bucket-region", Region.standard)
}
