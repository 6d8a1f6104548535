/// A path that cannot be compiled, or an evaluation that was stopped.
package struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path as it was written.
    package var path: String
    /// Place in the path, in UTF-8 bytes; nil for an evaluation.
    package var offset: Int?
    /// One sentence without a full stop.
    package var message: String
    /// A whole sentence, if there is something to do.
    package var repair: String?

    /// `JSONPath "$.a[": expected a selector, found the end at offset 4`
    package var description: String {
        var text = "JSONPath \"\(path)\": \(message)"
        if let offset { text += " at offset \(offset)" }
        if let repair { text += ". \(repair)" }
        return text
    }
}
