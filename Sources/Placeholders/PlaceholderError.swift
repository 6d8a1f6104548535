/// Why there is no placeholder.
package struct PlaceholderError: Error, Sendable, CustomStringConvertible {
    /// The whole message.
    package let description: String

    init(_ description: String) { self.description = description }
}
