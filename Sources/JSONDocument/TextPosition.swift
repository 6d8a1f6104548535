/// A place in a text as people count it, from 1.
public struct TextPosition: Sendable, Hashable {
    public var line: Int
    public var column: Int

    /// Where a text begins; the place of what is wrong with a file as a whole.
    public static let start = TextPosition(line: 1, column: 1)

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
