/// What reading a YAML text may take.
public struct YAMLLimits: Sendable, Hashable {
    /// Nesting (`limits.jsonDepth`), aliases followed.
    public var depth: Int
    /// Values that the aliases of one text stand for, all together (`limits.yamlExpansion`).
    public var expansion: Int

    public init(depth: Int = 512, expansion: Int = 100_000) {
        self.depth = depth
        self.expansion = expansion
    }

    public static let standard = YAMLLimits()
}
