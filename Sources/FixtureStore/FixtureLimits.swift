/// Limits of reading a mapping file.
package struct FixtureLimits: Sendable, Hashable {
    /// Nesting (`limits.jsonDepth`).
    package var jsonDepth: Int
    /// Values that come from aliases in one YAML file (`limits.yamlExpansion`).
    package var yamlExpansion: Int
    /// Bytes of a file that is read as a whole: a mapping file, a description (`limits.fixtureFileBytes`).
    package var fileBytes: Int

    package init(jsonDepth: Int = 512, yamlExpansion: Int = 100_000, fileBytes: Int = 64 << 20) {
        self.jsonDepth = jsonDepth
        self.yamlExpansion = yamlExpansion
        self.fileBytes = fileBytes
    }
}
