/// Why XML cannot be parsed or an XPath expression cannot be evaluated.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// The document is not well-formed.
        case malformed
        /// The expression is not XPath 1.0, or uses an unknown prefix, variable or function.
        case expression
        /// A limit was reached.
        case limit
        /// libxml2 is not installed.
        case libraryMissing
    }

    /// What kind of error it is.
    package let code: Code
    /// What is wrong, without a full stop.
    package let message: String
    /// The line in the document, from 1; nil when there is no place.
    package let line: Int?
    /// The column in the document or expression, from 1; nil when there is no place.
    package let column: Int?
    /// The setting of the limit that was reached; nil for another error.
    package let setting: String?

    init(_ code: Code, _ message: String, line: Int? = nil, column: Int? = nil, exceeding setting: String? = nil) {
        self.code = code
        self.message = message
        self.setting = setting
        self.line = line
        self.column = column
    }

    /// `Opening and ending tag mismatch: a line 1 and b; line 1; column 8`
    package var description: String {
        message + (line.map { "; line \($0)" } ?? "") + (column.map { "; column \($0)" } ?? "")
    }
}
