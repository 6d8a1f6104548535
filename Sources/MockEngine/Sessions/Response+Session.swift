internal import HTTPMessage

extension Response {
    /// The response for a client that reached the session by a prefix: paths of cookies, of redirections and of links get the prefix.
    /// Nothing else changes.
    func insideSession(prefix: String) -> Response {
        guard headers.contains(where: { Self.namesPath($0) }) else { return self }
        var fields = HeaderFields()
        for field in headers { fields.append(name: field.name, value: Self.namesPath(field) ? Self.value(of: field, prefix) : field.value) }
        return Response(status: status, reason: reason, headers: fields, body: body, framing: framing)
    }

    private static func namesPath(_ field: HeaderFields.Field) -> Bool {
        switch field.name.utf8.count {
        case 4: field.name.lowercased() == "link"
        case 8: field.name.lowercased() == "location" && isPath(field.value[...])
        case 10: field.name.lowercased() == "set-cookie"
        case 16: field.name.lowercased() == "content-location" && isPath(field.value[...])
        default: false
        }
    }

    /// A path, but not the `//host` of a URL without a scheme.
    private static func isPath(_ text: Substring) -> Bool { text.hasPrefix("/") && !text.hasPrefix("//") }

    private static func value(of field: HeaderFields.Field, _ prefix: String) -> String {
        if isPath(field.value[...]), field.name.utf8.count != 10 { return prefix + field.value }
        if field.name.utf8.count == 4 {
            // RFC 8288: `<URL>; rel="next", <URL>`.
            let pieces = field.value.split(separator: "<", omittingEmptySubsequences: false)
            return pieces.enumerated().map { $0 > 0 && isPath($1) ? prefix + $1 : String($1) }.joined(separator: "<")
        }
        // RFC 6265: attributes are separated by semicolons, and the case of their names is ignored.
        return field.value.split(separator: ";", omittingEmptySubsequences: false).map { part in
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, FieldText.trimmingBlanks(pair[0]).lowercased() == "path", isPath(FieldText.trimmingBlanks(pair[1]))
            else {
                return String(part)
            }
            return "\(pair[0])=\(prefix)\(FieldText.trimmingBlanks(pair[1]))"
        }.joined(separator: ";")
    }
}
