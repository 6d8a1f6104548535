extension JSONSchemaKeyword {
    /// Hold subschemas that others refer to.
    static let definitions = [
        JSONSchemaKeyword("definitions", .core, subschemas: .map),
        JSONSchemaKeyword("$defs", .core, in: .draft201909 ... .draft202012, subschemas: .map),
    ]
}
