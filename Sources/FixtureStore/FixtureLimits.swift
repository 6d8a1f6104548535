/// What reading a file of mappings may take.
package struct FixtureLimits: Sendable, Hashable {
    /// Nesting (`limits.jsonDepth`).
    package var jsonDepth: Int
    /// Values that the aliases of one YAML file stand for (`limits.yamlExpansion`).
    package var yamlExpansion: Int

    package init(jsonDepth: Int = 512, yamlExpansion: Int = 100_000) {
        self.jsonDepth = jsonDepth
        self.yamlExpansion = yamlExpansion
    }
}
