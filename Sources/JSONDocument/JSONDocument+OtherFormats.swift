extension JSONDocument {
    /// What a text is that is no JSON, as a noun; nil when its beginning does not show it.
    package static func otherFormat(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x1F, 0x8B]) { return "gzip" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "a PNG picture" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG picture" }
        let text = bytes.drop { $0 <= 0x20 }
        // Seven of them are a mark of a merge conflict.
        if text.first == UInt8(ascii: "<"), text.dropFirst().first != UInt8(ascii: "<") { return "HTML or XML" }
        return isYAML(bytes) ? "YAML" : nil
    }

    /// Whether a text begins as YAML: its first line that is no comment is `---`, is an element of a list, or begins with a name and a
    /// colon.
    package static func isYAML(_ bytes: [UInt8]) -> Bool {
        for line in bytes.prefix(4_096).split(separator: UInt8(ascii: "\n")) {
            let line = line.drop { $0 <= 0x20 }
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            if line.starts(with: "---".utf8) || line.starts(with: "- ".utf8) { return true }
            let name = line.prefix { $0.isWordByte && $0 < 0x80 }
            let rest = line[name.endIndex...]
            guard !name.isEmpty, rest.first == UInt8(ascii: ":") else { return false }
            return rest.dropFirst().first.map { $0 <= 0x20 } ?? true
        }
        return false
    }
}
