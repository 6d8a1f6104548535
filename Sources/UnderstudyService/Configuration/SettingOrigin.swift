package import JSONDocument

/// Where a value was given.
package enum SettingOrigin: Sendable, Equatable, CustomStringConvertible {
    case flag(String)
    case variable(String)
    /// A file's path, and the place in it.
    case file(String, TextPosition)
    /// A file in `CREDENTIALS_DIRECTORY`, by its name.
    case credential(String)
    /// A default of this command or place, and why: "on a terminal".
    case commandDefault(String)

    package var description: String {
        switch self {
        case .flag(let name): "--\(name)"
        case .variable(let name): name
        case .file(let path, let position): position.place(in: path)
        case .credential(let name): "credential \(name)"
        case .commandDefault(let reason): "default \(reason)"
        }
    }

    /// That the value is not valid, at its place.
    /// - Parameter message: without the place.
    func problem(_ message: String) -> Problem {
        if case .file(let path, let position) = self { return Problem(source: path, position: position, message: message) }
        return Problem(source: description, message: message)
    }
}
