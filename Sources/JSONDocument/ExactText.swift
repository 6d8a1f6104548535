extension String {
    /// Whether both have the same scalars. `==` also finds the composed and the decomposed spelling of a character equal, which
    /// JSON, HTTP and WireMock do not.
    public func isSame(as other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}

/// A text that equals only what has the same scalars: a key for dictionaries and sets.
public struct ExactText: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static func == (left: ExactText, right: ExactText) -> Bool { left.text.isSame(as: right.text) }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
