internal import HTTPMessage
package import StubModel

/// What the file of a saved mapping is called.
package enum MappingFileName {
    /// What comes before the id: as many characters as in WireMock, and so many bytes that the whole name has at most 255.
    private static let longestFront = (characters: 100, bytes: 200)

    /// `<name>-<id>.json`, or without a name `<method>-<url>-<id>.json`, as WireMock has it; `always` for any URL.
    package static func standard(for mapping: StubMapping) -> String {
        let front = mapping.name.map(sanitised) ?? "\(mapping.request.method ?? "any")-\(sanitised(mapping.request.url?.text ?? "always"))"
        return sanitised(String(front.prefix(longestFront.characters).prefix(bytes: longestFront.bytes))) + "-\(mapping.id).json"
    }

    /// Fit for a file's name everywhere: letters and digits of any script, `-`, `_` and `.`; in lower case, white space becomes
    /// `-`, everything else goes.
    package static func sanitised(_ text: String) -> String {
        var result = ""
        for character in text.lowercased() {
            switch character {
            case _ where character.isWhitespace: result.append("-")
            case _ where character.isLetter || character.isNumber: result.append(character)
            case "-", "_": result.append(character)
            case "." where !result.isEmpty: result.append(character)
            default: break
            }
        }
        return result
    }
}
