/// Where a value was given.
package enum SettingOrigin: Sendable, Equatable, CustomStringConvertible {
    case flag(String)
    case variable(String)
    case file(String)
    /// A file in `CREDENTIALS_DIRECTORY`, by its name.
    case credential(String)
    /// A default of this command or place, and why: "on a terminal".
    case commandDefault(String)

    package var description: String {
        switch self {
        case .flag(let name): "--\(name)"
        case .variable(let name): name
        case .file(let place): place
        case .credential(let name): "credential \(name)"
        case .commandDefault(let reason): "default \(reason)"
        }
    }
}
