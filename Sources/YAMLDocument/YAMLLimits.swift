/// Limits of parsing a YAML text.
package struct YAMLLimits: Sendable, Hashable {
    /// Nesting (`limits.jsonDepth`), including that of aliases.
    package var depth: Int
    /// Values that come from aliases in one text, in total (`limits.yamlExpansion`).
    package var expansion: Int

    package init(depth: Int = 512, expansion: Int = 100_000) {
        self.depth = depth
        self.expansion = expansion
    }

    /// The default limits.
    package static let standard = YAMLLimits()
}
