/// A token of a template. The raw values are Handlebars' own names, as in its public tokenizer tests.
struct TemplateToken {
    enum Kind: String {
        case content = "CONTENT"
        case comment = "COMMENT"
        case open = "OPEN"
        case openUnescaped = "OPEN_UNESCAPED"
        case openBlock = "OPEN_BLOCK"
        case openInverse = "OPEN_INVERSE"
        case openInverseChain = "OPEN_INVERSE_CHAIN"
        case openEndBlock = "OPEN_ENDBLOCK"
        case openPartial = "OPEN_PARTIAL"
        case openPartialBlock = "OPEN_PARTIAL_BLOCK"
        case openRawBlock = "OPEN_RAW_BLOCK"
        case closeRawBlock = "CLOSE_RAW_BLOCK"
        case endRawBlock = "END_RAW_BLOCK"
        case inverse = "INVERSE"
        case close = "CLOSE"
        case closeUnescaped = "CLOSE_UNESCAPED"
        case identifier = "ID"
        case separator = "SEP"
        case data = "DATA"
        case equals = "EQUALS"
        case string = "STRING"
        case number = "NUMBER"
        case boolean = "BOOLEAN"
        case undefined = "UNDEFINED"
        case null = "NULL"
        case openSubexpression = "OPEN_SEXPR"
        case closeSubexpression = "CLOSE_SEXPR"
        case openBlockParameters = "OPEN_BLOCK_PARAMS"
        case closeBlockParameters = "CLOSE_BLOCK_PARAMS"
        case invalid = "INVALID"
        case end = "EOF"
    }

    var kind: Kind
    /// As written, except strings (unquoted, unescaped), bracketed names (unescaped), ends of raw blocks (only the name) and delimiters
    /// (always braces).
    var text: String
    /// The position of the first byte in the template.
    var offset: Int
}
