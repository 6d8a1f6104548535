extension JSONSchemaKeyword {
    /// Contain subschemas for references.
    static let definitions = [
        JSONSchemaKeyword("definitions", .core, subschemas: .map),
        JSONSchemaKeyword("$defs", .core, in: .draft201909 ... .draft202012, subschemas: .map),
    ]
}
