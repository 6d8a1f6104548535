/// An entity tag (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable, Hashable {
    /// The text between the quotes.
    package var opaque: String
    /// Whether it is written with `W/`.
    package var isWeak: Bool

    package init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag as a field has it: `"abc"` or `W/"abc"`.
    package var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Strong comparison: both are strong, and equal.
    package func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }
    /// Weak comparison: equal, weak or not.
    package func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The value of If-Match or If-None-Match.
package enum EntityTagList: Sendable, Hashable {
    /// `*`: any existing representation.
    case any
    case tags([EntityTag])

    /// Reads a field's value; several lines of a field are joined by commas first.
    ///
    /// Never fails: a tag without quotes, which S3's clients send, ends at the next comma; a quote that is not closed ends with the text.
    /// One that was not opened does not belong to the tag.
    package static func parse(_ text: String) -> EntityTagList {
        var rest = text.utf8[...]
        var tags: [EntityTag] = []
        while let byte = rest.first {
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                rest.removeFirst()
                continue
            }
            let isWeak = rest.starts(with: "W/\"".utf8) || rest.starts(with: "w/\"".utf8)
            if isWeak { rest.removeFirst(2) }
            if rest.first == UInt8(ascii: "\"") {
                let opaque = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
                rest = rest[opaque.endIndex...].dropFirst()
                tags.append(EntityTag(String(Substring(opaque)), isWeak: isWeak))
            } else {
                let opaque = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[opaque.endIndex...]
                var name = FieldText.trimmingBlanks(Substring(opaque))
                if name == "*", tags.isEmpty, rest.isEmpty { return .any }
                if name.last == "\"" { name.removeLast() }
                tags.append(EntityTag(String(name), isWeak: isWeak))
            }
        }
        return .tags(tags)
    }

    /// For If-Match: a weak tag never matches, nor does nil.
    package func matchesStrongly(_ tag: EntityTag?) -> Bool { matches(tag) { $0.matchesStrongly($1) } }
    /// For If-None-Match: weak tags match too; nil does not.
    package func matchesWeakly(_ tag: EntityTag?) -> Bool { matches(tag) { $0.matchesWeakly($1) } }

    private func matches(_ tag: EntityTag?, by test: (EntityTag, EntityTag) -> Bool) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tag.map { tag in tags.contains { test($0, tag) } } ?? false
        }
    }
}
