internal import HTTPMessage
internal import JSONDocument
internal import XMLDocument

/// The names of recorded stubs, scenarios and body files, and which bodies are text: as in WireMock, with more types.
enum RecordedName {
    /// In bytes of UTF-8. A file name has at most 255 bytes, which include an id and an extension.
    private static let longest = 200
    private static let longestExtension = 16

    /// `/Feed/Page 1.json` is `feed_page-1.json`.
    static func stub(_ path: String) -> String {
        let characters = decoded(path).lowercased().compactMap { character -> Character? in
            if character == "/" { return "_" }
            if character.isWhitespace { return "-" }
            return character.isLetter || character.isNumber || "_-.".contains(character) ? character : nil
        }
        let front = String(characters.drop { $0 == "_" }).prefix(bytes: longest)
        return String(front.lastIndex { $0 != "_" }.map { front[...$0] } ?? "")
    }

    /// `/feed/page` is `feed-page`.
    static func scenario(_ path: String) -> String { decoded(path).split(separator: "/").joined(separator: "-") }

    /// The extension of a body file: by its type, otherwise by the path, otherwise by its content.
    static func fileExtension(_ type: String, path: String, _ body: [UInt8]) -> String {
        for (part, name) in [("json", "json"), ("xml", "xml"), ("text", "txt")] where type.contains(part) { return name }
        if let known = known[type] { return known }
        let name = path.split(separator: "/").last ?? ""
        if let dot = name.lastIndex(of: "."), case let own = name[dot...].dropFirst(), (1...longestExtension).contains(own.utf8.count) {
            return String(own)
        }
        guard String(validating: body, as: UTF8.self) != nil else { return "bin" }
        if (try? JSONValue.parse(body)) != nil { return "json" }
        return (try? XMLDocument(body)) != nil ? "xml" : "txt"
    }

    /// Whether a body of that type is recorded as text: WireMock's types, and scripts.
    static func isText(_ type: String) -> Bool { MediaType.isText(type) || type.contains("javascript") }

    private static let known = [
        "image/jpeg": "jpeg", "image/gif": "gif", "image/tiff": "tiff", "image/png": "png", "image/webp": "webp", "image/x-icon": "ico",
        "audio/x-aiff": "aiff", "video/x-ms-asf": "asf", "video/mpeg": "mp2", "audio/mpeg": "mp3", "video/quicktime": "mov",
        "video/mp4": "mp4", "application/pdf": "pdf", "application/zip": "zip",
    ]

    private static func decoded(_ path: String) -> String { PercentCoding.decodePath(path.utf8) }
}
