/// What the declarations in a document's own type make of the document: entities make it longer, and default values of attributes are added
/// to every element. Counted before it is parsed, and never too low.
struct XMLDeclarations {
    /// What an entity, or the document, contains when all its references are replaced.
    private struct Content {
        var bytes = 0
        var nodes = 0
        /// Tags, and colons, of which each prefix has one.
        var names = 0

        static func += (left: inout Content, right: Content) {
            left.bytes = left.bytes.saturatingAdd(right.bytes)
            left.nodes = left.nodes.saturatingAdd(right.nodes)
            left.names = left.names.saturatingAdd(right.names)
        }
    }

    /// Texts by the name of the entity. Where the same name is declared again, or seems to be within a comment, all of them count.
    private typealias Texts = [ArraySlice<UInt8>: [ArraySlice<UInt8>]]

    /// What a node takes in libxml2, with its name.
    private static let nodeBytes = 160

    /// Steps of a `WorkBudget`.
    private(set) var steps = 0
    /// Memory beyond that of the document as it is written.
    private(set) var bytes = 0

    /// - Parameters:
    ///   - text: the document in an encoding that has ASCII's characters.
    ///   - scope: how many declarations and elements are around a name of an entity at most.
    init(_ text: [UInt8], scope: Int = 0) {
        guard ByteScan(text, 0).finds("<!DOCTYPE") else { return }
        let (entities, hideDeclarations) = Self.entities(text)
        guard !hideDeclarations else {
            steps = .most
            return
        }
        var known: [ArraySlice<UInt8>: Content] = [:]
        let whole = Self.content(text[...], entities, &known, depth: 0)
        let written = Self.markup(text[...])
        let (mostDefaults, declared, longest) = Self.defaults(text)
        let tags = whole.nodes
        let added = tags.saturatingMultiply(mostDefaults)
        // Each attribute of a tag is compared with those before it, and each declaration with others.
        steps = added.saturatingMultiply(mostDefaults) / 2
        steps = steps.saturatingAdd(declared.saturatingMultiply(declared) / 4)
        steps = steps.saturatingAdd(whole.bytes).saturatingAdd(whole.nodes.saturatingMultiply(40))
        // libxml2 searches the declarations around each prefix again when it copies an entity.
        let names = (whole.names - Self.names(text[...])).saturatingAdd(added)
        steps = steps.saturatingAdd(names.saturatingMultiply(scope) / 2)
        bytes = (whole.nodes - written).saturatingAdd(added).saturatingMultiply(Self.nodeBytes)
        bytes = bytes.saturatingAdd(added.saturatingMultiply(longest))
        bytes = bytes.saturatingAdd(2 * max(0, whole.bytes - text.count))
    }

    /// The texts of all entities, by name, and whether some may hide declarations: a parameter entity with character references in its text
    /// can declare what is not written anywhere. Those outside of the document are never read.
    private static func entities(_ text: [UInt8]) -> (Texts, hideDeclarations: Bool) {
        var entities: Texts = [:]
        var hideDeclarations = false
        var scan = ByteScan(text, 0)
        while scan.goBehind("<!ENTITY") {
            scan.skipSpace()
            let isParameter = scan.next == UInt8(ascii: "%")
            if isParameter {
                scan.index += 1
                scan.skipSpace()
            }
            let name = scan.name()
            scan.skipSpace()
            guard let value = scan.quoted() else { continue }
            entities[name, default: []].append(value)
            if isParameter, value.firstRange(of: Array("&#".utf8)) != nil { hideDeclarations = true }
        }
        return (entities, hideDeclarations)
    }

    /// How many default values the element with the most has, how many attributes are declared at all, and the length of the longest value.
    private static func defaults(_ text: [UInt8]) -> (most: Int, declared: Int, longest: Int) {
        var counts: [ArraySlice<UInt8>: Int] = [:]
        var (declared, longest) = (0, 0)
        var scan = ByteScan(text, 0)
        while scan.goBehind("<!ATTLIST") {
            scan.skipSpace()
            let name = scan.name()
            var count = 0
            while let byte = scan.next, byte != UInt8(ascii: ">") {
                if let value = scan.quoted() {
                    count += 1
                    longest = max(longest, value.count)
                } else {
                    scan.index += 1
                }
            }
            counts[name, default: 0] += count
            declared += max(1, count)
        }
        return (counts.values.max() ?? 0, declared, longest)
    }

    /// A reference counts as the entity's text, at most to the depth that the parser allows.
    private static func content(
        _ text: ArraySlice<UInt8>, _ entities: Texts, _ known: inout [ArraySlice<UInt8>: Content], depth: Int
    ) -> Content {
        var content = Content(bytes: text.count, nodes: markup(text), names: names(text))
        guard !entities.isEmpty, depth < 40 else { return content }
        var rest = text
        while let start = rest.firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "%") }) {
            rest = rest[(start + 1)...]
            guard let end = rest.firstIndex(where: endsName), rest[end] == UInt8(ascii: ";") else { continue }
            let name = rest[..<end]
            guard let values = entities[name] else { continue }
            if known[name] == nil {
                // An entity that refers to itself is an error for the parser.
                known[name] = Content()
                known[name] = values.reduce(into: Content()) { $0 += Self.content($1, entities, &known, depth: depth + 1) }
            }
            content += known[name] ?? Content()
        }
        return content
    }

    private static func endsName(_ byte: UInt8) -> Bool { byte <= 0x20 || ";&%<>\"'".utf8.contains(byte) }

    /// How many tags and character references there are.
    private static func markup(_ text: ArraySlice<UInt8>) -> Int {
        text.count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "#") }
    }

    /// How many names may have to be found among the declarations of namespaces. A character reference may stand for a colon.
    private static func names(_ text: ArraySlice<UInt8>) -> Int {
        text.count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ":") }
    }
}

/// A place in a text that goes on.
private struct ByteScan {
    let text: [UInt8]
    var index: Int

    init(_ text: [UInt8], _ index: Int) {
        self.text = text
        self.index = index
    }

    var next: UInt8? { index < text.count ? text[index] : nil }

    func finds(_ word: String) -> Bool {
        var copy = self
        return copy.goBehind(word)
    }

    /// - Returns: false at the end.
    mutating func goBehind(_ word: String) -> Bool {
        let word = Array(word.utf8)
        while index + word.count <= text.count {
            if text[index] == word[0], text[index..<(index + word.count)].elementsEqual(word) {
                index += word.count
                return true
            }
            index += 1
        }
        return false
    }

    mutating func skipSpace() { while let byte = next, byte <= 0x20 { index += 1 } }

    mutating func name() -> ArraySlice<UInt8> {
        let start = index
        while let byte = next, byte > 0x20, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "'") { index += 1 }
        return text[start..<index]
    }

    /// The text in quotes that begins here; nil if none does.
    mutating func quoted() -> ArraySlice<UInt8>? {
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let start = index + 1
        let end = text[start...].firstIndex(of: quote) ?? text.count
        index = min(end + 1, text.count)
        return text[start..<end]
    }
}

extension Int {
    /// More than any budget has.
    fileprivate static let most = 1 << 40

    /// The sum, at most a value that can still be added and multiplied.
    fileprivate func saturatingAdd(_ other: Int) -> Int { Swift.min(self &+ other, .most) }

    fileprivate func saturatingMultiply(_ other: Int) -> Int {
        let (product, isTooGreat) = multipliedReportingOverflow(by: other)
        return isTooGreat ? .most : Swift.min(product, .most)
    }
}
