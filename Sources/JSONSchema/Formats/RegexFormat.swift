internal import RegularExpression

extension JSONSchemaFormat {
    /// ECMA-262.
    static let regex = JSONSchemaFormat("regex") { text in
        (try? RegularExpression(text, options: [], dialect: .ecmaScript)) != nil
    }
}
