/// The program's version.
package enum Version {
    /// The version alone: `0.1.0`.
    package static let number = "0.1.0"
    /// With the program's name: `understudy 0.1.0`.
    package static let text = "understudy \(number)"
}
