internal import HTTPMessage
package import StubModel

/// Names of the files of saved mappings.
package enum MappingFileName {
    /// Limits of what precedes the id: characters as in WireMock, and bytes so that the whole name has at most 255.
    private static let longestFront = (characters: 100, bytes: 200)

    /// `<name>-<id>.json`, as in WireMock; `<method>-<url>-<id>.json` if nothing of the name can be in a file's name.
    ///
    /// The URL is `always` for a stub of any.
    package static func standard(for mapping: StubMapping) -> String {
        let request = mapping.request
        let name = sanitised(mapping.name ?? "")
        let call = "\(request.method?.words ?? "any")-\(sanitised(request.url?.text ?? "always"))"
        let front = name.isEmpty ? call : name
        return sanitised(String(front.prefix(longestFront.characters).prefix(bytes: longestFront.bytes))) + "-\(mapping.id).json"
    }

    /// A valid file name on all systems: letters and digits of any script, `-`, `_` and `.`. In lower case; white space becomes `-`;
    /// everything else is removed.
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
