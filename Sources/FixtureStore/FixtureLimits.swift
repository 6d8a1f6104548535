/// Limits of reading a mapping file.
package struct FixtureLimits: Sendable, Hashable {
    /// Nesting (`limits.jsonDepth`).
    package var jsonDepth: Int
    /// Values that come from aliases in one YAML file (`limits.yamlExpansion`).
    package var yamlExpansion: Int

    package init(jsonDepth: Int = 512, yamlExpansion: Int = 100_000) {
        self.jsonDepth = jsonDepth
        self.yamlExpansion = yamlExpansion
    }
}
