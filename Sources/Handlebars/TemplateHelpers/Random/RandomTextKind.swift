/// What a random text is made of: the values of `type` of `randomValue`.
package enum RandomTextKind: String, CaseIterable {
    /// Letters and digits, by default.
    case alphanumeric = "ALPHANUMERIC"
    /// Letters.
    case alphabetic = "ALPHABETIC"
    /// Digits.
    case numeric = "NUMERIC"
    /// Hexadecimal digits.
    case hexadecimal = "HEXADECIMAL"
    /// ASCII without blanks.
    case alphanumericAndSymbols = "ALPHANUMERIC_AND_SYMBOLS"
    /// A UUID of version 4.
    case uuid = "UUID"
}
