internal import Synchronization

/// The text of a document: turns offsets into lines and columns. Any thread.
package final class JSONSource: Sendable {
    /// What messages call it: a path, or a phrase such as "request body".
    package let name: String
    /// The text, in UTF-8.
    package let bytes: [UInt8]
    /// The position of each byte whose offset is a multiple of the distance. Filled when the first position is needed; then each further
    /// one costs a few hundred nanoseconds, however long the text or its lines.
    private let landmarks = Mutex<[TextPosition]>([])
    private static let distance = 1024

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Line and column, from 1. Columns count Unicode scalars; a tab is one.
    package func position(of offset: Int) -> TextPosition {
        let offset = min(max(offset, 0), bytes.count)
        let (landmark, start) = landmarks.withLock { landmarks in
            if landmarks.isEmpty { landmarks = makeLandmarks() }
            let index = offset / Self.distance
            return (landmarks[index], index * Self.distance)
        }
        var position = landmark
        position.advance(over: start..<offset, of: bytes)
        return position
    }

    private func makeLandmarks() -> [TextPosition] {
        var position = TextPosition(line: 1, column: 1)
        var landmarks = [position]
        for start in stride(from: 0, through: bytes.count - Self.distance, by: Self.distance) {
            position.advance(over: start..<start + Self.distance, of: bytes)
            landmarks.append(position)
        }
        return landmarks
    }
}

extension TextPosition {
    fileprivate mutating func advance(over range: Range<Int>, of bytes: [UInt8]) {
        let text = bytes.span
        var index = range.lowerBound
        while index + 16 <= range.upperBound {
            let bytes = SixteenBytes(text, at: index)
            if (bytes.places(of: UInt8(ascii: "\n")) .| bytes.places(from: 0x80)).isEmpty {
                column += 16
            } else {
                for place in index..<index + 16 { advance(over: text[place]) }
            }
            index += 16
        }
        while index < range.upperBound {
            advance(over: text[index])
            index += 1
        }
    }

    private mutating func advance(over byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}
