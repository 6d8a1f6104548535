internal import Handlebars
internal import JSONDocument

/// Remarks about the templates of a mapping, each at its place in the file.
extension ProblemReport {
    /// Warns about what is probably not meant in a template.
    /// - Parameters:
    ///   - node: what the template was made of: the text itself, or JSON with texts in it.
    ///   - alone: what there is to say about one of these texts.
    func warn(about remarks: [TemplateRemark], in node: JSONNode, alone: (String) -> [TemplateRemark]) {
        for (remark, offset) in places(of: remarks, in: node, alone: alone) {
            warn(remark.message, atOffset: offset ?? node.offset, repair: remark.repair)
        }
    }

    /// Adds the mistakes of a template as late problems. The parameters are those of `warn`.
    func addLate(_ mistakes: [TemplateRemark], in node: JSONNode, alone: (String) -> [TemplateRemark]) {
        let places = places(of: mistakes, in: node, alone: alone)
        let other = places.lazy.compactMap(\.offset).first ?? unclosedPlace(in: node) ?? node.offset
        for (mistake, offset) in places { addLate(mistake.message, atOffset: offset ?? other, repair: mistake.repair) }
    }

    /// The remarks with their places. In JSON, these are the places of the texts about which there is the same to say alone; nil for what
    /// is about none alone.
    private func places(
        of remarks: [TemplateRemark], in node: JSONNode, alone: (String) -> [TemplateRemark]
    ) -> [(remark: TemplateRemark, offset: Int?)] {
        if remarks.isEmpty { return [] }
        if case .string = node.content { return remarks.map { ($0, document.source.offset(of: $0.offset, in: node)) } }
        var result: [(remark: TemplateRemark, offset: Int?)] = remarks.map { ($0, nil) }
        var missing = Array(result.indices)
        for text in node.texts where !missing.isEmpty {
            guard case .string(let value) = text.content else { continue }
            for remark in alone(value) {
                guard let next = missing.firstIndex(where: { remarks[$0].message == remark.message }) else { continue }
                result[missing.remove(at: next)].offset = document.source.offset(of: remark.offset, in: text)
            }
        }
        return result
    }

    /// Where a text of a `jsonBody` has an expression that is closed by what follows in the JSON, if by anything.
    private func unclosedPlace(in node: JSONNode) -> Int? {
        for text in node.texts {
            guard case .string(let value) = text.content, let found = UnclosedExpression(in: Array(value.utf8)) else { continue }
            return document.source.offset(of: found.offset, in: text)
        }
        return nil
    }

    /// Warns about expressions that are never closed.
    /// - Parameters:
    ///   - text: of the template.
    ///   - node: what it was made of: the text itself, or JSON with texts in it.
    func warnOfUnclosedExpressions(in text: String, _ node: JSONNode) {
        guard UnclosedExpression(in: Array(text.utf8)) != nil else { return }
        let isText = if case .string = node.content { true } else { false }
        for part in isText ? [node] : node.texts {
            guard case .string(let value) = part.content,
                let found = UnclosedExpression(in: Array((isText ? text : value).utf8))
            else { continue }
            warn(found.message, atOffset: document.source.offset(of: found.offset, in: part), repair: found.repair)
        }
    }
}

extension JSONNode {
    /// All strings in the node, in order; names of members are left out.
    var texts: [JSONNode] {
        switch content {
        case .string: [self]
        case .array(let nodes): nodes.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        default: []
        }
    }
}

extension JSONSource {
    /// The position in the source of a byte of a string's text, with escapes counted; the node's own position if it is not a string.
    func offset(of byte: Int, in node: JSONNode) -> Int {
        guard case .string = node.content, node.endOffset <= bytes.count else { return node.offset }
        var decoded = 0
        var place = node.offset + 1
        while decoded < byte, place < node.endOffset {
            guard bytes[place] == UInt8(ascii: "\\") else {
                decoded += 1
                place += 1
                continue
            }
            let isUnicode = place + 5 < node.endOffset && bytes[place + 1] == UInt8(ascii: "u")
            let unit = isUnicode ? Int(String(decoding: bytes[(place + 2)...(place + 5)], as: UTF8.self), radix: 16) ?? 0 : 0
            // Each half of a surrogate pair counts two of the four bytes.
            decoded += unit < 0x80 ? 1 : unit < 0x800 ? 2 : (0xD800..<0xE000).contains(unit) ? 2 : 3
            place += isUnicode ? 6 : 2
        }
        return place
    }
}

extension TemplateSyntaxError {
    /// What problems say about it, and about the others.
    var remarksOfCompiling: [TemplateRemark] { remarks(beginning: "the template does not compile: ") }
}
