/// A place in a text, counted from 1.
package struct TextPosition: Sendable, Hashable {
    /// The line.
    package var line: Int
    /// The column, in Unicode scalars.
    package var column: Int

    /// The beginning of a text; also the place of a mistake that concerns a file as a whole.
    package static let start = TextPosition(line: 1, column: 1)

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `file:line:column`, as editors and terminals open it.
    package func place(in file: String) -> String { "\(file):\(line):\(column)" }
}
