extension String {
    /// Whether both have the same Unicode scalars. `==` also treats the composed and the decomposed spelling of a character as equal; JSON,
    /// HTTP and WireMock do not.
    package func isSame(as other: String) -> Bool {
        guard self == other else { return false }
        // Of two equal texts of one length, either both or none are ASCII, which has one spelling.
        return utf8Span.isKnownASCII && utf8.count == other.utf8.count || utf8.elementsEqual(other.utf8)
    }
}

/// A string that is equal only to a string with the same scalars. For keys of dictionaries and sets.
package struct ExactText: Sendable, Hashable {
    /// The string itself.
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Compares scalar by scalar.
    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isSame(as: right.text) }

    /// Hashes the string, and the bytes beyond ASCII: else thousands of spellings that `==` of strings treats as equal would share a hash,
    /// and look-up among them would be linear.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        for byte in text.utf8 where byte >= 0x80 { hasher.combine(byte) }
    }
}
