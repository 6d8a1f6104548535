internal import HTTPMessage
internal import JSONDocument

/// What is probably a slip in header fields.
package enum HeaderDoubts {
    /// What to say about a name that is nearly a common one; nil for any other, and for what is no name.
    package static func about(name: String) -> (message: String, repair: String)? {
        guard ASCII.isToken(name.utf8), !CommonFieldNames.contains(name),
            let meant = Spelling.twin(of: name, among: CommonFieldNames.all)
        else { return nil }
        return ("\"\(name)\" is no usual header field", "Did you mean \"\(meant)\"?")
    }

    /// What to say about a value that cannot be sent as it is, or that no client understands; nil for any other, and for a template.
    package static func about(value: String, of name: String) -> (message: String, repair: String)? {
        guard let doubt = doubt(about: value, of: name), !value.contains("{{") else { return nil }
        return doubt
    }

    private static func doubt(about value: String, of name: String) -> (message: String, repair: String)? {
        if let found = value.utf8.first(where: FieldText.isControl) {
            let isLineEnd = found == 10 || found == 13
            let character = isLineEnd ? "line end" : found == 0 ? "NUL" : "control character"
            return (
                "the value of header \"\(name)\" contains a \(character), and a blank is sent in its place",
                isLineEnd ? "Remove it; a further field has a name of its own." : "Remove it."
            )
        }
        guard name.lowercased() == "content-type", !value.isEmpty else { return nil }
        if let slash = value.firstIndex(of: "/") {
            let kind = FieldText.trimmingBlanks(value[..<slash]).lowercased()
            guard !kinds.contains(kind), let meant = Spelling.nearest(to: kind, among: kinds) else { return nil }
            return ("\"\(value)\" is no usual media type", "Did you mean \"\(meant)\(value[slash...])\"?")
        }
        let word = value.lowercased()
        let meant = knownTypes[word].map { "Write \"\($0)\"." } ?? "It is like \"application/json\" or \"text/plain\"."
        return ("\"\(value)\" is no media type, so clients cannot tell what the body is", meant)
    }

    /// The registered ones.
    private static let kinds = [
        "application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart", "text", "video",
    ]

    private static let knownTypes = [
        "json": "application/json", "xml": "application/xml", "html": "text/html", "text": "text/plain", "txt": "text/plain",
        "plain": "text/plain", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf",
    ]
}
