/// Why TLS cannot be used as it is asked for.
package struct TLSError: Error, Sendable, CustomStringConvertible {
    /// What is wrong and what to do, in whole sentences.
    package let description: String

    /// A file cannot be read.
    package init(reading path: String, for setting: String, _ reason: String) {
        description = "reading \"\(path)\" (\(setting)): \(reason). Name a PEM file that the server's user may read."
    }

    init(_ description: String) { self.description = description }
}
