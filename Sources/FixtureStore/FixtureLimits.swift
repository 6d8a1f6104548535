/// What reading a file of mappings may take.
public struct FixtureLimits: Sendable, Hashable {
    /// Nesting (`limits.jsonDepth`).
    public var jsonDepth: Int
    /// Values that the aliases of one YAML file stand for (`limits.yamlExpansion`).
    public var yamlExpansion: Int

    public init(jsonDepth: Int = 512, yamlExpansion: Int = 100_000) {
        self.jsonDepth = jsonDepth
        self.yamlExpansion = yamlExpansion
    }
}
