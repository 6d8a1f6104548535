/// A path that does not compile, or an evaluation that a limit stopped.
package struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path as written.
    package var path: String
    /// The offset of the mistake in the path, in UTF-8 bytes; nil for an evaluation.
    package var offset: Int?
    /// One sentence without a period.
    package var message: String
    /// What to do, as a whole sentence; nil if there is nothing.
    package var repair: String?
    /// Whether the mistake is an unknown function at the end of the path. Jayway reads such a path, and fails when it evaluates it.
    package var isUnknownFunction = false
    /// The setting of the limit that stopped the evaluation; nil for another error.
    package var setting: String?

    /// `JSONPath "$.a[": expected a selector, found the end at offset 4`
    package var description: String {
        var text = "JSONPath \"\(path)\": \(message)"
        if let offset { text += " at offset \(offset)" }
        if let repair { text += ". \(repair)" }
        return text
    }
}
