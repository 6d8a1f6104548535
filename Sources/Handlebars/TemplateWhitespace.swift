/// Removes white space from a tree's texts: where `~` says so, and around tags that are alone on their line. Follows Handlebars' own pass
/// (whitespace-control.js) step by step.
struct TemplateWhitespace {
    private typealias Syntax = TemplateSyntax

    let trimsStandaloneLines: Bool

    func apply(to program: TemplateSyntax.Program) { visit(program, isRoot: true) }

    private struct Standing {
        var strip: TemplateSyntax.Strip
        var opensAlone = false
        var closesAlone = false
        var isInline = false
    }

    private func visit(_ program: TemplateSyntax.Program, isRoot: Bool = false) {
        for index in program.body.indices {
            guard let standing = standing(of: program.body[index]) else { continue }
            let isAfterSpace = Self.endsLine(program, before: index, isRoot: isRoot)
            let isBeforeSpace = Self.startsLine(program, after: index, isRoot: isRoot)
            if standing.strip.close { Self.trimRight(program, after: index, all: true) }
            if standing.strip.open { Self.trimLeft(program, before: index, all: true) }
            guard trimsStandaloneLines else { continue }
            if standing.isInline, isAfterSpace, isBeforeSpace {
                Self.trimRight(program, after: index)
                let isIndented = Self.trimLeft(program, before: index)
                if isIndented, case .partial(var partial) = program.body[index], case .content(let before) = program.body[index - 1] {
                    partial.indent = String(before.original.reversed().prefix { $0 == " " || $0 == "\t" }.reversed())
                    program.body[index] = .partial(partial)
                }
            }
            guard case .block(let block) = program.body[index] else { continue }
            if standing.opensAlone, isAfterSpace {
                (block.program ?? block.inverse).map { Self.trimRight($0, after: nil) }
                Self.trimLeft(program, before: index)
            }
            if standing.closesAlone, isBeforeSpace {
                Self.trimRight(program, after: index)
                (block.inverse ?? block.program).map { _ = Self.trimLeft($0, before: nil) }
            }
        }
    }

    private func standing(of statement: TemplateSyntax.Statement) -> Standing? {
        switch statement {
        case .content: nil
        case .mustache(let mustache): Standing(strip: mustache.strip)
        case .partial(let partial): Standing(strip: partial.strip, isInline: true)
        case .comment(let comment): Standing(strip: comment.strip, isInline: true)
        case .block(let block): visit(block)
        }
    }

    private func visit(_ block: TemplateSyntax.Block) -> Standing {
        if block.kind == .raw { return Standing(strip: Syntax.Strip()) }
        if let program = block.program { visit(program) }
        if let inverse = block.inverse { visit(inverse) }
        guard let program = block.program ?? block.inverse else { return Standing(strip: Syntax.Strip()) }
        let inverse = block.program == nil ? nil : block.inverse
        var first = inverse
        var last = inverse
        if let inverse, inverse.isChained {
            if case .block(let inner)? = inverse.body.first { first = inner.program }
            while let program = last, program.isChained, case .block(let inner)? = program.body.last { last = inner.program }
        }
        let standing = Standing(
            strip: Syntax.Strip(open: block.openStrip.open, close: block.closeStrip.close),
            opensAlone: Self.startsLine(program, after: nil, isRoot: false),
            closesAlone: Self.endsLine(first ?? program, before: nil, isRoot: false))
        if block.openStrip.close { Self.trimRight(program, after: nil, all: true) }
        guard inverse != nil, let first, let last else {
            if block.closeStrip.open { Self.trimLeft(program, before: nil, all: true) }
            return standing
        }
        if block.inverseStrip.open { Self.trimLeft(program, before: nil, all: true) }
        if block.inverseStrip.close { Self.trimRight(first, after: nil, all: true) }
        if block.closeStrip.open { Self.trimLeft(last, before: nil, all: true) }
        if trimsStandaloneLines, Self.endsLine(program, before: nil, isRoot: false), Self.startsLine(first, after: nil, isRoot: false) {
            Self.trimLeft(program, before: nil)
            Self.trimRight(first, after: nil)
        }
        return standing
    }

    // MARK: Lines

    /// Whether only blanks precede the statement at this index (or the program's end) on its line.
    private static func endsLine(_ program: TemplateSyntax.Program, before index: Int?, isRoot: Bool) -> Bool {
        let place = (index ?? program.body.count) - 1
        guard place >= 0 else { return isRoot }
        guard case .content(let content) = program.body[place] else { return false }
        for byte in content.original.utf8.reversed() {
            if byte == UInt8(ascii: "\n") { return true }
            if !isSpace(byte) { return false }
        }
        return place == 0 && isRoot
    }

    /// Whether only blanks follow the statement at this index (or the program's beginning) on its line.
    private static func startsLine(_ program: TemplateSyntax.Program, after index: Int?, isRoot: Bool) -> Bool {
        let place = (index ?? -1) + 1
        guard place < program.body.count else { return isRoot }
        guard case .content(let content) = program.body[place] else { return false }
        for byte in content.original.utf8 {
            if byte == UInt8(ascii: "\n") { return true }
            if !isSpace(byte) { return false }
        }
        return place == program.body.count - 1 && isRoot
    }

    private static func trimRight(_ program: TemplateSyntax.Program, after index: Int?, all: Bool = false) {
        let place = (index ?? -1) + 1
        guard place < program.body.count, case .content(let content) = program.body[place], all || !content.isRightStripped else { return }
        var rest = content.text.utf8[...]
        if all {
            rest = rest.drop(while: isSpace)
        } else {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if rest.first == UInt8(ascii: "\r") { rest.removeFirst() }
            if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
        }
        content.isRightStripped = rest.count != content.text.utf8.count
        content.text = String(decoding: rest, as: UTF8.self)
    }

    @discardableResult
    private static func trimLeft(_ program: TemplateSyntax.Program, before index: Int?, all: Bool = false) -> Bool {
        let place = (index ?? program.body.count) - 1
        guard place >= 0, case .content(let content) = program.body[place], all || !content.isLeftStripped else { return false }
        let kept = content.text.utf8.reversed().drop { all ? isSpace($0) : $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        content.isLeftStripped = kept.count != content.text.utf8.count
        content.text = String(decoding: kept.reversed(), as: UTF8.self)
        return content.isLeftStripped
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || 9...13 ~= byte }
}
