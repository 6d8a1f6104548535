/// What reading a YAML text may take.
package struct YAMLLimits: Sendable, Hashable {
    /// Nesting (`limits.jsonDepth`), aliases followed.
    package var depth: Int
    /// Values that the aliases of one text stand for, all together (`limits.yamlExpansion`).
    package var expansion: Int

    package init(depth: Int = 512, expansion: Int = 100_000) {
        self.depth = depth
        self.expansion = expansion
    }

    package static let standard = YAMLLimits()
}
