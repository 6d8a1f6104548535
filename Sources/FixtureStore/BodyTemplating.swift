/// Which bodies the server renders as templates. Here, only warnings depend on it.
package enum BodyTemplating: Sendable {
    /// No bodies.
    case none
    /// Bodies of stubs that name `response-template`.
    case named
    /// All bodies, including files that no stub names.
    case all
}
