internal import JSONDocument

/// Makes JSON nodes from events, each with its place.
///
/// The value of an alias is copied, with all of the copy at the alias's place: it is used there, and places stay in order.
struct YAMLComposer {
    private enum Anchored {
        /// Its value is not complete yet.
        case open
        case value(JSONNode, depth: Int, count: Int)
    }

    /// A node with its depth and its number of values, including itself.
    private struct Composed {
        var node: JSONNode
        var depth = 0
        var count = 1

        /// Adds a child to the counts.
        mutating func take(_ child: Composed) {
            depth = max(depth, child.depth + 1)
            count += child.count
        }
    }

    private let parser: YAMLParser
    private let limits: YAMLLimits
    private var anchors: [String: Anchored] = [:]
    private var depth = 0
    /// Number of values that came from aliases.
    private var expanded = 0

    init(_ parser: YAMLParser, _ limits: YAMLLimits) {
        self.parser = parser
        self.limits = limits
    }

    /// The roots of all documents that are not empty.
    mutating func documents() throws(YAMLSyntaxError) -> [JSONNode] {
        var roots: [JSONNode] = []
        while true {
            let event = try parser.next()
            switch event.kind {
            case .streamEnd: return roots
            case .documentStart:
                anchors = [:]
                let root = try value(try parser.next()).node
                if case .null = root.content, root.offset == root.endOffset { continue }
                roots.append(root)
            default: continue
            }
        }
    }

    private mutating func value(_ event: YAMLEvent) throws(YAMLSyntaxError) -> Composed {
        if case .alias = event.kind { return try copy(of: event) }
        if let anchor = event.anchor { anchors[anchor] = .open }
        let composed: Composed
        switch event.kind {
        case .sequenceStart: composed = try sequence(event)
        case .mappingStart: composed = try mapping(event)
        case .scalar(let text, let isPlain):
            try check(event, of: "a text", not: ["seq", "map"])
            let content = try YAMLScalar.content(text, isPlain: isPlain, tag: event.tag, at: event.place.lowerBound)
            composed = Composed(node: node(content, event.place))
        default: throw YAMLSyntaxError(offset: event.place.lowerBound, message: "expected a value")
        }
        if let anchor = event.anchor { anchors[anchor] = .value(composed.node, depth: composed.depth, count: composed.count) }
        return composed
    }

    private mutating func sequence(_ start: YAMLEvent) throws(YAMLSyntaxError) -> Composed {
        try check(start, of: "a list", not: YAMLComposer.scalarTags + ["map"])
        try enter(1, at: start.place.lowerBound)
        var result = Composed(node: node(.null, start.place), depth: 1)
        var elements: [JSONNode] = []
        while true {
            let event = try parser.next()
            if case .sequenceEnd = event.kind {
                depth -= 1
                result.node = node(.array(elements), start.place.lowerBound..<event.place.upperBound)
                return result
            }
            let element = try value(event)
            result.take(element)
            elements.append(element.node)
        }
    }

    private mutating func mapping(_ start: YAMLEvent) throws(YAMLSyntaxError) -> Composed {
        try check(start, of: "an object", not: YAMLComposer.scalarTags + ["seq"])
        try enter(1, at: start.place.lowerBound)
        var result = Composed(node: node(.null, start.place), depth: 1)
        var members = YAMLMembers()
        while true {
            let event = try parser.next()
            if case .mappingEnd = event.kind {
                depth -= 1
                result.node = node(.object(members.list), start.place.lowerBound..<event.place.upperBound)
                return result
            }
            let name = try name(event)
            let isMerge = if case .scalar("<<", isPlain: true) = event.kind { event.tag == nil } else { false }
            let value = try value(try parser.next())
            result.take(value)
            if isMerge {
                try members.merge(value.node)
            } else {
                try members.add(JSONMember(name: name, nameOffset: event.place.lowerBound, value: value.node))
            }
        }
    }

    /// The name of a key: its text, or that of its alias.
    private mutating func name(_ event: YAMLEvent) throws(YAMLSyntaxError) -> String {
        let offset = event.place.lowerBound
        switch event.kind {
        case .scalar(let text, _):
            if let tag = event.tag, tag != "!", !YAMLScalar.tags.contains(tag) { throw unknownTag(tag, at: offset) }
            if let anchor = event.anchor { anchors[anchor] = .value(node(.string(text), event.place), depth: 0, count: 1) }
            return text
        case .alias:
            if case .string(let text) = try copy(of: event).node.content { return text }
            fallthrough
        default:
            throw YAMLSyntaxError(
                offset: offset, message: "a key must be text",
                repair: "Put quotes around it; a text that begins with \"{{\" needs them too.")
        }
    }

    // MARK: Aliases

    private mutating func copy(of alias: YAMLEvent) throws(YAMLSyntaxError) -> Composed {
        let name = alias.anchor ?? ""
        let offset = alias.place.lowerBound
        switch anchors[name] {
        case nil:
            throw YAMLSyntaxError(
                offset: offset, message: "nothing is named \"&\(name)\" before this alias",
                repair: "A text that begins with \"*\" needs quotes.")
        case .open: throw YAMLSyntaxError(offset: offset, message: "the alias \"*\(name)\" is inside of its own value")
        case .value(let node, let depth, let count):
            expanded += count
            guard expanded <= limits.expansion else {
                throw YAMLSyntaxError(
                    offset: offset,
                    message: "the aliases stand for more than \(limits.expansion) values, which limits.yamlExpansion allows")
            }
            try enter(depth, at: offset)
            self.depth -= depth
            return Composed(node: self.node(Self.moved(node.content, to: offset), alias.place), depth: depth, count: count)
        }
    }

    /// The same content with every place moved to one offset and without length, so that a pointer to that offset ends at the alias.
    private static func moved(_ content: JSONNode.Content, to offset: Int) -> JSONNode.Content {
        switch content {
        case .array(let nodes):
            .array(nodes.map { JSONNode(content: moved($0.content, to: offset), offset: offset, endOffset: offset) })
        case .object(let members):
            .object(
                members.map {
                    JSONMember(
                        name: $0.name, nameOffset: offset,
                        value: JSONNode(content: moved($0.value.content, to: offset), offset: offset, endOffset: offset))
                })
        default: content
        }
    }

    // MARK: Limits and tags

    private mutating func enter(_ levels: Int, at offset: Int) throws(YAMLSyntaxError) {
        guard depth + levels <= limits.depth else {
            throw YAMLSyntaxError(
                offset: offset, message: "nested deeper than \(limits.depth) levels, which limits.jsonDepth allows",
                repair: "Make it flatter.")
        }
        depth += levels
    }

    private static let scalarTags = ["null", "bool", "int", "float", "str"]

    private func check(_ event: YAMLEvent, of kind: String, not wrong: [String]) throws(YAMLSyntaxError) {
        guard let tag = event.tag, tag != "!" else { return }
        guard YAMLScalar.tags.contains(tag) else { throw unknownTag(tag, at: event.place.lowerBound) }
        if wrong.contains(where: { YAMLScalar.shown(tag) == "!!\($0)" }) {
            throw YAMLSyntaxError(
                offset: event.place.lowerBound, message: "\(kind) is no \(YAMLScalar.shown(tag))", repair: "Take the tag away.")
        }
    }

    private func unknownTag(_ tag: String, at offset: Int) -> YAMLSyntaxError {
        let known = YAMLScalar.tags.map(YAMLScalar.shown).sorted().joined(separator: ", ")
        return YAMLSyntaxError(
            offset: offset, message: "the tag \"\(YAMLScalar.shown(tag))\" means nothing here",
            repair: "Known: \(known). A text that begins with \"!\" needs quotes.")
    }

    private func node(_ content: JSONNode.Content, _ place: Range<Int>) -> JSONNode {
        JSONNode(content: content, offset: place.lowerBound, endOffset: place.upperBound)
    }
}
