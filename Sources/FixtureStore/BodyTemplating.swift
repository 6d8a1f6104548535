/// Which bodies the server renders as templates; only warnings depend on it here.
package enum BodyTemplating: Sendable {
    /// None at all.
    case none
    /// Those of stubs that ask for it.
    case named
    /// All of them, files that no stub names included.
    case all
}
