extension RequestPattern: CustomStringConvertible {
    /// The pattern in a line, such as `GET /points, query lat equalTo 37.3293`.
    public var summary: String {
        let place = url ?? urlPath ?? urlPathTemplate ?? urlPattern ?? urlPathPattern ?? "any URL"
        let s3 = (s3?.values ?? []).map { "\($0.name) \($0.pattern.fields["equalTo"]?.stringValue ?? $0.pattern.description)" }
        if place == "any URL", !s3.isEmpty { return "S3 " + s3.joined(separator: ", ") }
        var parts = ["\(method.map { $0 == "ANY" ? "" : "\($0) " } ?? "")\(place)"]
        let groups = [
            ("query", queryParameters), ("header", headers), ("cookie", cookies), ("form", formParameters), ("path", pathParameters),
        ]
        for (kind, patterns) in groups {
            for (name, pattern) in (patterns ?? [:]).sorted(by: { $0.key < $1.key }) { parts.append("\(kind) \(name) \(pattern)") }
        }
        parts += s3.map { "S3 \($0)" }
        parts += (bodyPatterns ?? []).map { "body \($0)" }
        return parts.joined(separator: ", ")
    }

    /// The pattern in a line.
    public var description: String { summary }
}

extension ValuePattern: CustomStringConvertible {
    /// Such as `equalTo 2`.
    public var description: String {
        fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.stringValue ?? $0.value.description)" }.joined(separator: ", ")
    }
}
