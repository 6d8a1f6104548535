@testable import Handlebars

/// Prints a tree in the format of the public parser cases (Handlebars' own PrintVisitor).
struct TemplateSyntaxPrinter {
    private var padding = 0

    static func print(_ program: TemplateSyntax.Program) -> String {
        var printer = TemplateSyntaxPrinter()
        return printer.program(program)
    }

    private func line(_ text: String) -> String { String(repeating: "  ", count: padding) + text + "\n" }

    private mutating func program(_ program: TemplateSyntax.Program) -> String {
        var text = ""
        if !program.blockParameters.isEmpty { text += line("BLOCK PARAMS: [ \(program.blockParameters.joined(separator: " ")) ]") }
        for statement in program.body { text += self.statement(statement) }
        return text
    }

    private mutating func statement(_ statement: TemplateSyntax.Statement) -> String {
        switch statement {
        case .content(let content): return line("CONTENT[ '\(content.text)' ]")
        case .comment(let comment): return line("{{! '\(comment.text)' }}")
        case .mustache(let mustache): return line("{{ \(mustache.isDecorator ? "DIRECTIVE " : "")\(call(mustache.call)) }}")
        case .partial(let partial): return line("{{> \(partialHead("PARTIAL", partial.call)) }}")
        case .block(let block) where block.kind == .partial:
            var text = line("{{> \(partialHead("PARTIAL BLOCK", block.call)) PROGRAM:")
            padding += 1
            if let main = block.program { text += program(main) }
            padding -= 1
            return text + line(" }}")
        case .block(let block):
            var text = line(block.kind == .decorator ? "DIRECTIVE BLOCK:" : "BLOCK:")
            padding += 1
            text += line(call(block.call))
            if let main = block.program {
                text += line("PROGRAM:")
                padding += 1
                text += program(main)
                padding -= 1
            }
            if let inverse = block.inverse {
                text += line("{{^}}")
                padding += 1
                text += program(inverse)
                padding -= 1
            }
            padding -= 1
            return text
        }
    }

    private func partialHead(_ word: String, _ call: TemplateSyntax.Call) -> String {
        var text = "\(word):\(call.callee.original)"
        if let context = call.parameters.first { text += " \(expression(context))" }
        if !call.hash.isEmpty { text += " \(hash(call.hash))" }
        return text
    }

    private func call(_ call: TemplateSyntax.Call) -> String {
        let parameters = call.parameters.map(expression).joined(separator: ", ")
        return "\(expression(call.callee)) [\(parameters)]" + (call.hash.isEmpty ? "" : " \(hash(call.hash))")
    }

    private func hash(_ pairs: [(name: String, value: TemplateSyntax.Expression)]) -> String {
        "HASH{\(pairs.map { "\($0.name)=\(expression($0.value))" }.joined(separator: ", "))}"
    }

    private func expression(_ expression: TemplateSyntax.Expression) -> String {
        switch expression {
        case .path(let path): "\(path.isData ? "@" : "")PATH:\(path.parts.joined(separator: "/"))"
        case .string(let text): "\"\(text)\""
        case .number(let text): "NUMBER{\(text)}"
        case .boolean(let value): "BOOLEAN{\(value)}"
        case .undefined: "UNDEFINED"
        case .null: "NULL"
        case .call(let inner): call(inner)
        }
    }
}
