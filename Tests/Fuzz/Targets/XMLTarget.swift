internal import XMLDocument

/// An XPath in the first line, a document after it, names understood in every way. What is read is written as XML that reads and is
/// written as the same; an expression finds the same twice, and no more nodes than are asked for.
enum XMLTarget: FuzzTarget {
    private static let limits = XMLLimits(bytes: 1 << 16, xpathSteps: 5_000)

    package static func run(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let expression = String(decoding: line, as: UTF8.self)
        let isExpression = (try? XMLDocument.check(expression: expression)) != nil
        for namespaces in [XMLDocument.Namespaces.aware, .ignored] {
            let text = Array(bytes[line.endIndex...].dropFirst())
            guard let document = try? XMLDocument(text, namespaces: namespaces, limits: limits) else { continue }
            checkMarkup(document)
            guard let found = try? document.evaluate(expression, maximumNodes: 10) else { continue }
            precondition(isExpression, "an expression is evaluated that is none")
            guard case .nodes(let nodes) = found else { continue }
            precondition(nodes.count <= 10, "more nodes than were asked for")
            precondition((try? document.evaluate(expression, maximumNodes: 10)) == found, "two evaluations differ")
            for node in nodes { _ = (node.text, node.markup) }
        }
    }

    private static func checkMarkup(_ document: XMLDocument) {
        let markup = document.content.markup
        _ = document.content.prettyMarkup
        guard let again = try? XMLDocument(Array(markup.utf8)) else { preconditionFailure("what was written cannot be read") }
        precondition(again.content.markup == markup, "what was written reads differently")
        precondition(again.root.text == document.root.text, "the text is another one")
    }
}
