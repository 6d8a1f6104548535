extension String {
    /// Whether both have the same scalars. `==` also finds the composed and the decomposed spelling of a character equal, which
    /// JSON, HTTP and WireMock do not.
    package func isSame(as other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}

/// A text that equals only what has the same scalars: a key for dictionaries and sets.
package struct ExactText: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isSame(as: right.text) }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
