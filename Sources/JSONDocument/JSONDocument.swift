/// A JSON text that was read, with the places of everything in it.
public struct JSONDocument: Sendable {
    public let source: JSONSource
    public let root: JSONNode

    public init(source: JSONSource, root: JSONNode) {
        self.source = source
        self.root = root
    }
}

/// The text that a document came from: turns offsets into lines and columns.
public final class JSONSource: Sendable {
    /// What messages call it: a path, or a phrase such as "request body".
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Line and column, from 1; columns count Unicode scalars, a tab is one.
    public func position(of offset: Int) -> TextPosition {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return TextPosition(line: line, column: column)
    }
}

public struct TextPosition: Sendable, Hashable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
