internal import JSONDocument
internal import YAMLDocument

/// YAML is refused with a place in the text, or read: places in order and within the text, every key once, no more values than the text
/// and its aliases can stand for; written as JSON, which is YAML too, it reads as the same.
enum YAMLTarget: FuzzTarget {
    private static let limits = YAMLLimits(depth: 100, expansion: 2_000)

    package static func run(_ bytes: [UInt8]) {
        let documents: [JSONDocument]
        do { documents = try YAMLDocument.parse(bytes, name: "input", limits: limits) } catch {
            guard let position = error.position, !error.message.isEmpty else { preconditionFailure("a refusal without a place") }
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            precondition((1...lines.count).contains(position.line), "a place outside of the text")
            precondition((1...lines[position.line - 1].count + 1).contains(position.column), "a place outside of its line")
            return
        }
        var values = 0
        for document in documents {
            check(document.root, within: 0...bytes.count, &values)
            let value = document.root.value
            guard let json = try? JSONValue.parse(value.bytes()) else { preconditionFailure("what was written cannot be read") }
            precondition(json == value, "what was written reads differently")
            // Characters that YAML wants escaped, and long keys, JSON writes as they are; libyaml breaks lines where YAML 1.1 did.
            let hasOldBreaks = value.text().unicodeScalars.contains { ["\u{85}", "\u{2028}", "\u{2029}"].contains($0) }
            guard !hasOldBreaks, let again = try? YAMLDocument.parse(value.bytes(), name: "json", limits: limits) else { continue }
            precondition(again.map(\.root.value) == [value], "JSON reads differently as YAML")
        }
        precondition(values <= bytes.count + 1 + limits.expansion, "more values than were written")
    }

    private static func check(_ node: JSONNode, within place: ClosedRange<Int>, _ values: inout Int) {
        values += 1
        precondition(place.contains(node.offset) && node.offset <= node.endOffset && place.contains(node.endOffset), "a place out of order")
        var reached = node.offset
        func step(_ child: JSONNode, from start: Int) {
            precondition(start >= reached, "a place before the last one")
            check(child, within: start...node.endOffset, &values)
            reached = child.endOffset
        }
        switch node.content {
        case .array(let nodes): for child in nodes { step(child, from: child.offset) }
        case .object(let members):
            precondition(Set(members.map { ExactText($0.name) }).count == members.count, "a key is there twice")
            for member in members { step(member.value, from: member.nameOffset) }
        default: break
        }
    }
}
