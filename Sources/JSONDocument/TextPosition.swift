/// A place in a text as people count it, from 1.
package struct TextPosition: Sendable, Hashable {
    package var line: Int
    package var column: Int

    /// Where a text begins; the place of what is wrong with a file as a whole.
    package static let start = TextPosition(line: 1, column: 1)

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
