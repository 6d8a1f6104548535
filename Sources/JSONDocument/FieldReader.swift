/// Reads an object field by field. Reports values of the wrong kind and, in `finish`, every field that was not read.
///
///     guard var fields = FieldReader(node, report) else { return nil }
///     let name = fields.string("name")
///     let headers = fields.members("headers")
///     fields.finish()
///
/// A field that is `null` counts as absent. Of a repeated name the last one counts.
package struct FieldReader {
    /// The object that is read.
    package let node: JSONNode
    /// Where problems are reported.
    package let report: ProblemReport
    private let members: [JSONMember]
    /// One bit for each length of a member name, so that an absent field costs next to nothing.
    private let lengths: UInt64
    /// The names that were read while a member was still left. Later names are not needed: no message is written after that.
    private var asked: [String] = []
    /// One bit for each of the first 64 members that has not been read. Of a repeated name only the last one is ever read.
    private var remaining: UInt64

    /// Nil, with a problem reported, when the node is not an object.
    /// - Parameter repair: what to write in place of a node that is no object, as a whole sentence; nil when there is nothing to say.
    package init?(_ node: JSONNode, _ report: ProblemReport, repair: @autoclosure () -> String? = nil) {
        guard case .object(let members) = node.content else {
            report.add(
                "expected an object, found \(node.kind)", at: node, repair: Self.repairOfColon(in: node, report.document) ?? repair())
            return nil
        }
        self.node = node
        self.report = report
        self.members = members
        lengths = members.reduce(0) { $0 | Self.bit($1.name.utf8.count) }
        asked.reserveCapacity(8)
        remaining = members.count < 64 ? Self.bit(members.count) - 1 : .max
    }

    /// For `urlPath:/a` in YAML, which is a text: that a space is missing.
    private static func repairOfColon(in node: JSONNode, _ document: JSONDocument) -> String? {
        guard case .string(let text) = node.content, let colon = text.firstIndex(of: ":"), colon > text.startIndex,
            text[..<colon].allSatisfy({ $0.isLetter || $0.isNumber }), !text[colon...].hasPrefix("://"),
            ["yaml", "yml"].contains(where: document.source.name.hasSuffix)
        else { return nil }
        return "A space is missing after the colon: write \"\(text[..<colon]): …\"."
    }

    /// The field's value, of any kind; nil when it is absent or null.
    package mutating func take(_ name: String) -> JSONNode? {
        if remaining != 0 { asked.append(name) }
        let length = name.utf8.count
        guard lengths & Self.bit(length) != 0 else { return nil }
        var index = members.count - 1
        while index >= 0, members[index].name.utf8.count != length || members[index].name != name { index -= 1 }
        guard index >= 0 else { return nil }
        // With more than 64 members, which no object of the stub language has, bits are not cleared.
        if members.count <= 64 { remaining &= ~Self.bit(index) }
        if case .null = members[index].value.content { return nil }
        return members[index].value
    }

    private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number & 63) }

    /// Whether a field with another name is written.
    package func hasOthers(than names: [String]) -> Bool { members.contains { !names.contains($0.name) } }

    /// Whether the field is written, even as null.
    package func contains(_ name: String) -> Bool { members.contains { $0.name == name } }

    /// The node that a message about the field points to: its value, even null, or the object when the field is not written.
    package func place(of name: String) -> JSONNode { node.member(name) ?? node }

    /// A string; nil when it is absent or null, and, with a problem reported, when it is of another kind.
    package mutating func string(_ name: String) -> String? {
        take(name, "a string") { if case .string(let value) = $0.content { value } else { nil } }
    }

    /// The elements of an array; nil as for `string`.
    package mutating func array(_ name: String) -> [JSONNode]? {
        take(name, "an array", repair: "Put it into brackets: [ … ].") { if case .array(let value) = $0.content { value } else { nil } }
    }

    /// The members of an object, in order; nil as for `string`. A repeated name keeps its first place and its last value, with a warning.
    /// - Parameter repair: how the object is written, as a whole sentence.
    package mutating func members(_ name: String, repair: String? = nil) -> [JSONMember]? {
        guard let members = take(name, "an object", repair: repair, { if case .object(let value) = $0.content { value } else { nil } })
        else { return nil }
        guard members.count > 1 else { return members }
        var places: [ExactText: Int] = [:]
        var result: [JSONMember] = []
        for member in members {
            let place = places[ExactText(member.name)]
            guard let place else {
                result.append(member)
                places[ExactText(member.name)] = result.count - 1
                continue
            }
            result[place] = member
            report.warn("\"\(member.name)\" is here twice, and the last one counts", atOffset: member.nameOffset)
        }
        return result
    }

    /// Whether an object is written as a list, which counts as an empty object, as in WireMock. Warns of a list that has elements.
    /// - Parameter effect: what that means, as a part of a sentence.
    package mutating func isList(_ name: String, _ effect: String) -> Bool {
        guard case .array(let elements)? = take(name)?.content else { return false }
        if !elements.isEmpty {
            report.warn(
                "\"\(name)\" is a list, so \(effect), as in WireMock", at: place(of: name), repair: "Write {\"name\": \"value\"}.")
        }
        return true
    }

    private mutating func take<T>(_ name: String, _ expected: String, repair: String? = nil, _ read: (JSONNode) -> T?) -> T? {
        guard let node = take(name) else { return nil }
        if let value = read(node) { return value }
        report.add("\"\(name)\" must be \(expected), found \(node.kind)", at: node, repair: repair)
        return nil
    }

    /// Reports every field that was not read, with the nearest name that was. A name that is written twice gets a warning.
    /// - Parameters:
    ///   - ignoresUnknown: whether unknown fields are warnings, because they have no effect in WireMock.
    ///   - belonging: says where a field that is unknown here belongs, as a whole sentence, or nil.
    package func finish(ignoresUnknown: Bool = false, _ belonging: (String) -> String? = { _ in nil }) {
        if remaining == 0 { return }
        var unknown = 0
        for (index, member) in members.enumerated() {
            guard asked.contains(member.name) else {
                unknown += 1
                // Each further one would be searched for among the known ones.
                if unknown > Self.mostUnknown { continue }
                let known = known
                let message = "unknown field \"\(InvisibleCharacter.shown(in: member.name.prefix(256)))\""
                let repair =
                    belonging(member.name) ?? Spelling.suggestion(for: member.name, among: known)
                    ?? "Known here: \(known.joined(separator: ", "))."
                if ignoresUnknown {
                    report.warn("\(message), which is ignored, as in WireMock", atOffset: member.nameOffset, repair: repair)
                } else {
                    report.add(message, atOffset: member.nameOffset, repair: repair)
                }
                continue
            }
            // Only the first 64 members are compared; no object of the stub language has more.
            if members[..<min(index, 64)].contains(where: { $0.name == member.name }) {
                report.warn("\"\(member.name)\" is here twice, and the last one counts", atOffset: member.nameOffset)
            }
        }
    }

    /// How many unknown fields of an object are reported.
    private static let mostUnknown = 100

    /// The names that were read, each once.
    private var known: [String] {
        var names: [String] = []
        for name in asked where !names.contains(name) { names.append(name) }
        return names
    }
}
