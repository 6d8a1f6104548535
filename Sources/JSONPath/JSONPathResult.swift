package import JSONDocument

/// The values that a path selected.
package struct JSONPathResult: Sendable {
    /// Whether the path is definite.
    package let isDefinite: Bool
    /// The selected values in order; a value appears several times if several selectors select it.
    package let nodes: [JSONValue]

    /// The result as in WireMock. For a definite path the value, or nil if there is none. For any other path the list of all values, which
    /// may be empty; nil if even the leading names and indices select nothing. For a path that ends in several names, objects with these
    /// members.
    package let value: JSONValue?
}
