internal import JSONDocument

/// Members of known objects that a template uses and that do not exist: each renders nothing.
package struct UnknownMembers {
    /// An unknown member.
    package struct Member: Equatable, Sendable {
        /// As written: `request.querry`.
        package var path: String
        /// What is wrong, as a sentence without a period.
        package var message: String
        /// What was probably meant, as a whole sentence.
        package var repair: String

        package init(path: String, message: String, repair: String) {
            self.path = path
            self.message = message
            self.repair = repair
        }
    }

    /// The unknown members, in order of appearance.
    package let found: [Member]

    /// - Parameters:
    ///   - known: the members of objects, by the name of the object.
    ///   - texts: members that are texts, such as `request.body`, with how a part of such a text is read, by its names.
    package init(
        in template: CompiledTemplate, known: [String: [String]], texts: [String: ([String]) -> String] = [:]
    ) {
        var found: [Member] = []
        template.forEachExpression { expression in
            guard case .path(let path) = expression, let member = Self.check(path, known) ?? Self.check(path, texts),
                !found.contains(member)
            else { return }
            found.append(member)
        }
        self.found = found
    }

    private static func check(_ path: TemplatePath, _ texts: [String: ([String]) -> String]) -> Member? {
        guard !path.isData, path.parts.count > 2, let repair = texts["\(path.parts[0]).\(path.parts[1])"] else { return nil }
        let text = "\(path.parts[0]).\(path.parts[1])"
        return Member(
            path: "\(text).\(path.parts[2])", message: "\"\(text)\" is a text and has no \"\(path.parts[2])\", which renders nothing",
            repair: repair(Array(path.parts.dropFirst(2))))
    }

    private static func check(_ path: TemplatePath, _ known: [String: [String]]) -> Member? {
        guard !path.isData, path.parts.count > 1, let root = path.parts.first, let known = known[root] else { return nil }
        let name = path.parts[1]
        guard !known.contains(name) else { return nil }
        return Member(
            path: "\(root).\(name)", message: "\"\(root)\" has no \"\(name)\", which renders nothing",
            repair: Spelling.suggestion(for: name, among: known) ?? "It has \(known.joined(separator: ", ")).")
    }
}
