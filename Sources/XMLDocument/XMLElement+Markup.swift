extension XMLElement {
    /// The element as XML in the layout of Java's transformer: two spaces per level and a line end at the end. An element with nothing but
    /// text is on one line; beside other content each text, white space too, has a line of its own, without its leading line ends.
    /// Attributes are in alphabetical order, as in Java's tree.
    package var prettyMarkup: String {
        var text = ""
        write(to: &text, level: 0, isPretty: true)
        text += "\n"
        return text
    }

    /// At most this many bytes of `prettyMarkup` are line ends and blanks at the beginnings of lines.
    package var indentation: Int { indentation(level: 1) }

    private func indentation(level: Int) -> Int {
        children.reduce(0) { sum, child in
            let line = sum + 1 + 2 * level
            return if case .element(let element) = child { line + element.indentation(level: level + 1) } else { line }
        } + 1 + 2 * level
    }

    /// The element as XML, with white space unchanged.
    package var markup: String {
        var text = ""
        write(to: &text, level: 0, isPretty: false)
        return text
    }

    fileprivate func write(to text: inout String, level: Int, isPretty: Bool) {
        text += "<\(name.qualified)"
        for declaration in declarations {
            text += " \(declaration.qualified)=\"\(Self.escaped(declaration.namespace, isAttribute: true))\""
        }
        for attribute in attributes.sorted(by: { $0.name.qualified < $1.name.qualified }) {
            text += " \(attribute.name.qualified)=\"\(Self.escaped(attribute.value, isAttribute: true))\""
        }
        guard !children.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        let isFormatted = isPretty && !keepsSpace
        let breaksLines = isFormatted && !holdsTextAlone
        for child in children {
            if breaksLines { text += "\n" + String(repeating: "  ", count: level + 1) }
            if breaksLines, case .text(let piece) = child {
                text += Self.escaped(String(piece.drop { $0 == "\n" }), isAttribute: false)
            } else {
                child.write(to: &text, level: level + 1, isPretty: isFormatted)
            }
        }
        if breaksLines { text += "\n" + String(repeating: "  ", count: level) }
        text += "</\(name.qualified)>"
    }

    private var holdsTextAlone: Bool { if children.count == 1, case .text = children[0] { true } else { false } }
    private var keepsSpace: Bool { attributes.contains { $0.name.qualified == "xml:space" && $0.value == "preserve" } }

    fileprivate static func escaped(_ text: String, isAttribute: Bool) -> String {
        guard
            text.utf8.contains(where: {
                $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"") || $0 < 0x20
            })
        else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where isAttribute: result += "&quot;"
            case "\n" where isAttribute, "\t" where isAttribute, "\r": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension XMLContent {
    fileprivate func write(to text: inout String, level: Int, isPretty: Bool) {
        switch self {
        case .element(let element): element.write(to: &text, level: level, isPretty: isPretty)
        case .text(let piece): text += XMLElement.escaped(piece, isAttribute: false)
        case .comment(let comment): text += "<!--\(comment)-->"
        case .instruction(let target, let data): text += data.isEmpty ? "<?\(target)?>" : "<?\(target) \(data)?>"
        }
    }
}

/// The content of a document.
extension [XMLContent] {
    /// The document as XML in the layout of Java's transformer: comments and instructions beside the root element are on its lines, and a
    /// line end is at the end.
    package var prettyMarkup: String { markup(isPretty: true) + "\n" }

    /// The document as XML, with white space unchanged.
    package var markup: String { markup(isPretty: false) }

    /// At most this many bytes of `prettyMarkup` are line ends and blanks at the beginnings of lines.
    package var indentation: Int {
        reduce(1) { sum, child in
            if case .element(let element) = child { sum + element.indentation } else { sum }
        }
    }

    private func markup(isPretty: Bool) -> String {
        reduce(into: "") { text, child in child.write(to: &text, level: 0, isPretty: isPretty) }
    }
}
