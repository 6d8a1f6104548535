/// Why XML could not be read, or an XPath expression not be evaluated.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// The document is not well-formed.
        case malformed
        /// The expression is not XPath 1.0, or names a prefix, variable or function that is not known.
        case expression
        /// A limit was reached.
        case limit
        /// libxml2 is not installed.
        case libraryMissing
    }

    package let code: Code
    /// What is wrong, without a full stop.
    package let message: String
    /// Line and column in the document, from 1; nil where there is none.
    package let line: Int?
    package let column: Int?

    init(_ code: Code, _ message: String, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.message = message
        self.line = line
        self.column = column
    }

    /// `Opening and ending tag mismatch: a line 1 and b; line 1; column 8`
    package var description: String {
        message + (line.map { "; line \($0)" } ?? "") + (column.map { "; column \($0)" } ?? "")
    }
}
