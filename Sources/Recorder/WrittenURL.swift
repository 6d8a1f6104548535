internal import HTTPMessage

/// An absolute URL as it stands in a text, where JSON and HTML escape some of its characters.
struct WrittenURL {
    /// With the escapes undone. A character that was escaped and is not in ASCII is percent-encoded.
    let text: String
    /// The place behind it.
    let end: Int
    /// How it writes `&`: `&amp;` in HTML.
    let ampersand: String

    /// What no URL has, or what stands around one.
    private static let ends = Array("\"'<>`|{}^\\".utf8)

    /// Reads the URL at a place. Of a URL of another host no more than the host is read.
    /// - Parameter isListed: whether a URL up to the end of its host and port is looked for.
    /// - Returns: nil when none begins there.
    init?(in bytes: [UInt8], at start: Int, where isListed: (ArraySlice<UInt8>) -> Bool) {
        var place = start
        var url: [UInt8] = []
        // Where each character of the URL begins in the text.
        var starts: [Int] = []
        var pairs = OpenPairs()
        var isOfHost = false
        var ampersand: String?
        while place < bytes.count, let character = EscapedCharacter(in: bytes, at: place) {
            if let scalar = character.scalar {
                guard isOfHost, Self.isPart(scalar) else { break }
                let code = PercentCoding.encode(String(scalar).utf8).utf8
                url += code
                starts += repeatElement(place, count: code.count)
                place = character.end
                continue
            }
            let byte = character.byte
            if byte <= 0x20 || Self.ends.contains(byte) || !pairs.take(byte) { break }
            if byte == UInt8(ascii: "&"), let reference = character.reference, ampersand == nil { ampersand = reference }
            url.append(byte)
            starts.append(place)
            place = character.end
            if url.count == 8, !Self.isWeb(url) { return nil }
            // Behind the slashes of "http://" and "https://".
            guard !isOfHost, url.count > 8, "/?#".utf8.contains(byte) else { continue }
            guard isListed(url.dropLast()) else { return nil }
            isOfHost = true
        }
        // The end of a sentence.
        while let last = url.last, ".,;:!".utf8.contains(last) {
            url.removeLast()
            place = starts.removeLast()
        }
        guard isOfHost || url.count > 7 && isListed(url[...]) else { return nil }
        text = String(decoding: url, as: UTF8.self)
        end = place
        self.ampersand = ampersand ?? "&"
    }

    /// Whether a URL may have a character that is not in ASCII: all but spaces and control characters.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: false
        default: true
        }
    }

    private static func isWeb(_ url: [UInt8]) -> Bool {
        ["http://", "https://"].contains { prefix in
            url.count >= prefix.utf8.count && zip(url, prefix.utf8).allSatisfy { ASCII.lowercased($0) == $1 }
        }
    }

    /// The parentheses and brackets that a URL has opened. Others stand around it.
    private struct OpenPairs {
        private var parentheses = 0
        private var brackets = 0

        /// - Returns: whether the character belongs to the URL.
        mutating func take(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "("): parentheses += 1
            case UInt8(ascii: ")"): parentheses -= 1
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            default: break
            }
            return parentheses >= 0 && brackets >= 0
        }
    }
}
