/// A part of what a reload reads. Each is used as a whole, or not at all.
package enum FixturePart: String, Sendable {
    case settings, mappings, certificate

    /// What stays as it was: `the last good settings and mappings stay in use`.
    /// - Parameter kept: the parts that have problems.
    /// - Returns: nil for none.
    package static func sentence(keeping kept: [FixturePart]) -> String? {
        guard let last = kept.last?.rawValue else { return nil }
        let others = kept.dropLast().map(\.rawValue).joined(separator: ", ")
        return "the last good \(others.isEmpty ? "" : "\(others) and ")\(last) \(kept == [.certificate] ? "stays" : "stay") in use"
    }
}
