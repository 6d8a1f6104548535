internal import Synchronization

/// The text of a document: turns offsets into lines and columns. Any thread.
package final class JSONSource: Sendable {
    /// What messages call it: a path, or a phrase such as "request body".
    package let name: String
    /// The text, in UTF-8.
    package let bytes: [UInt8]
    /// The position of each byte whose offset is a multiple of the stride. Filled when the first position is needed; then each further one
    /// costs a few hundred nanoseconds, however long the text or its lines.
    private let landmarks = Mutex<[TextPosition]>([])
    private static let stride = 1024

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Line and column, from 1. Columns count Unicode scalars; a tab is one.
    package func position(of offset: Int) -> TextPosition {
        let offset = min(max(offset, 0), bytes.count)
        let (landmark, start) = landmarks.withLock { landmarks in
            if landmarks.isEmpty { landmarks = makeLandmarks() }
            let index = offset / Self.stride
            return (landmarks[index], index * Self.stride)
        }
        var position = landmark
        for byte in bytes[start..<offset] { position.advance(over: byte) }
        return position
    }

    private func makeLandmarks() -> [TextPosition] {
        var position = TextPosition(line: 1, column: 1)
        var landmarks = [position]
        for (offset, byte) in bytes.enumerated() {
            position.advance(over: byte)
            if (offset + 1) % Self.stride == 0 { landmarks.append(position) }
        }
        return landmarks
    }
}

extension TextPosition {
    fileprivate mutating func advance(over byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}
