/// Settings that are not valid.
package struct ConfigurationError: Error, Sendable {
    /// One sentence for each mistake.
    package let problems: [String]
    /// 64 if a flag is wrong, otherwise 78.
    package let exit: SystemExit
}
