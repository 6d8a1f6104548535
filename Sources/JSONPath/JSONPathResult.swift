package import JSONDocument

/// What a path selected.
package struct JSONPathResult: Sendable {
    /// As of the path.
    package let isDefinite: Bool
    /// The selected values in order; one value several times if several selectors chose it.
    package let nodes: [JSONValue]

    /// The result as WireMock has it: of a definite path the value, or nil if there is none; of any other path the list of all, which
    /// may be empty, or nil if already the single names and indices it begins with lead nowhere; at the end of a path that ends in
    /// several names, objects of these members.
    package let value: JSONValue?
}
