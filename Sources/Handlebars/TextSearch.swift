/// Finds a text in another, byte by byte, in time that is linear in both. So a line feed is found after a carriage return, and a letter
/// before an accent.
struct TextSearch {
    private let part: [UInt8]
    /// For each length of a beginning of the part: the longest shorter beginning that it ends with.
    private let shorter: [Int]

    /// - Parameter part: not empty.
    init(_ part: String) {
        let bytes = Array(part.utf8)
        var shorter = [Int](repeating: 0, count: bytes.count)
        var length = 0
        for index in bytes.indices.dropFirst() {
            while length > 0, bytes[index] != bytes[length] { length = shorter[length - 1] }
            if bytes[index] == bytes[length] { length += 1 }
            shorter[index] = length
        }
        self.part = bytes
        self.shorter = shorter
    }

    /// Where the part ends, from left to right, without overlaps, until the body returns false.
    func forEachEnd(in text: [UInt8], _ body: (Int) -> Bool) {
        var length = 0
        for index in text.indices {
            while length > 0, text[index] != part[length] { length = shorter[length - 1] }
            if text[index] == part[length] { length += 1 }
            guard length == part.count else { continue }
            length = 0
            if !body(index + 1) { return }
        }
    }

    /// Whether the text has the part.
    func isFound(in text: String) -> Bool {
        var found = false
        forEachEnd(in: Array(text.utf8)) { _ in
            found = true
            return false
        }
        return found
    }

    /// How often the text has the part.
    func count(in text: String) -> Int {
        var count = 0
        forEachEnd(in: Array(text.utf8)) { _ in
            count += 1
            return true
        }
        return count
    }

    /// The text with another one in place of the part.
    func replacing(in text: String, with replacement: String) -> String {
        let bytes = Array(text.utf8), replacement = Array(replacement.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var start = 0
        forEachEnd(in: bytes) { end in
            result += bytes[start..<end - part.count]
            result += replacement
            start = end
            return true
        }
        result += bytes[start...]
        return String(decoding: result, as: UTF8.self)
    }
}
