/// What a template says, as a tree: the parser makes it, the white space rules change its texts, the compiler reads it.
enum TemplateSyntax {
    /// Statements in a row. A class, because the white space rules reach into neighbours.
    final class Program {
        var body: [Statement]
        var blockParameters: [String] = []
        /// Made by `{{else if …}}`: its one statement is the block.
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

    /// `name argument … key=argument …`; a call with no arguments may be a mere value.
    struct Call {
        var callee: Expression
        var parameters: [Expression] = []
        var hash: [(name: String, value: Expression)] = []
        /// Place of its first byte in the template.
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

        /// As it is compared with the name at a block's end.
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
        /// Begins with `.`, `..` or `this`: only that one context is asked.
        var isScoped = false
        var parts: [String] = []
        var original = ""
    }

    /// Where `~` was written.
    struct Strip {
        var open = false
        var close = false
    }
}
