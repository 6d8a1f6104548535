/// A template's syntax tree: made by the parser, trimmed by the white space rules, read by the compiler.
enum TemplateSyntax {
    /// A sequence of statements. A class, because the white space rules change neighbouring programs.
    final class Program {
        var body: [Statement]
        var blockParameters: [String] = []
        /// Whether it comes from `{{else if …}}`: its only statement is the block.
        var isChained = false

        init(_ body: [Statement]) { self.body = body }
    }

    enum Statement {
        case content(Content)
        case comment(Comment)
        case mustache(Mustache)
        case partial(Partial)
        case block(Block)
    }

    final class Content {
        let original: String
        var text: String
        var isLeftStripped = false
        var isRightStripped = false

        init(_ text: String) {
            original = text
            self.text = text
        }
    }

    struct Comment {
        var text: String
        var strip: Strip
    }

    struct Mustache {
        var call: Call
        var isEscaped: Bool
        /// `{{* name}}`
        var isDecorator: Bool
        var strip: Strip
    }

    struct Partial {
        var call: Call
        var strip: Strip
        var indent = ""
    }

    final class Block {
        enum Kind { case section, decorator, partial, raw }

        let kind: Kind
        let call: Call
        var program: Program?
        var inverse: Program?
        var openStrip: Strip
        var inverseStrip: Strip
        var closeStrip: Strip

        init(
            kind: Kind, call: Call, program: Program?, inverse: Program? = nil, openStrip: Strip = Strip(),
            inverseStrip: Strip = Strip(), closeStrip: Strip = Strip()
        ) {
            self.kind = kind
            self.call = call
            self.program = program
            self.inverse = inverse
            self.openStrip = openStrip
            self.inverseStrip = inverseStrip
            self.closeStrip = closeStrip
        }
    }

    /// `name argument … key=argument …`; a call without arguments may be a plain value.
    struct Call {
        var callee: Expression
        var parameters: [Expression] = []
        var hash: [(name: String, value: Expression)] = []
        /// The position of its first byte in the template.
        var offset: Int
    }

    indirect enum Expression {
        case path(Path)
        case string(String)
        case number(String)
        case boolean(Bool)
        case undefined
        case null
        case call(Call)

        /// As it is compared with the name that closes a block.
        var original: String {
            switch self {
            case .path(let path): path.original
            case .string(let text), .number(let text): text
            case .boolean(let value): value ? "true" : "false"
            case .undefined: "undefined"
            case .null: "null"
            case .call(let call): call.callee.original
            }
        }
    }

    struct Path {
        /// Begins with `@`.
        var isData = false
        /// Number of `../`.
        var depth = 0
        /// Whether `.` or `this` comes before its names: only that context is searched.
        var isScoped = false
        /// Whether a name was written between brackets.
        var hasBrackets = false
        var parts: [String] = []
        var original = ""
        /// The position of its first byte in the template.
        var offset = 0
    }

    /// Where `~` was written.
    struct Strip {
        var open = false
        var close = false
    }
}
