internal import JSONDocument

/// Members of known objects that a template uses and that do not exist: each renders nothing.
package struct UnknownMembers {
    /// One warning for each of them, in order of appearance.
    package private(set) var found: [TemplateRemark] = []

    /// - Parameters:
    ///   - known: the members of objects, by the name of the object.
    ///   - texts: members that are texts, such as `request.body`, with how a part of such a text is read, by its names.
    package init(
        in template: CompiledTemplate, known: [String: [String]], texts: [String: ([String]) -> String] = [:]
    ) {
        var told: Set<String> = []
        template.forEachExpression { expression in
            guard case .path(let path) = expression, let (message, repair) = Self.check(path, known) ?? Self.check(path, texts),
                told.insert(message).inserted
            else { return }
            found.append(TemplateRemark(offset: template.start + path.offset, message: message, repair: repair))
        }
    }

    private static func check(_ path: TemplatePath, _ texts: [String: ([String]) -> String]) -> (message: String, repair: String)? {
        guard !path.isData, path.parts.count > 2, let repair = texts["\(path.parts[0]).\(path.parts[1])"] else { return nil }
        return (
            "\"\(path.parts[0]).\(path.parts[1])\" is a text and has no \"\(path.parts[2])\", which renders nothing",
            repair(Array(path.parts.dropFirst(2)))
        )
    }

    private static func check(_ path: TemplatePath, _ known: [String: [String]]) -> (message: String, repair: String)? {
        guard !path.isData, path.parts.count > 1, let root = path.parts.first, let known = known[root] else { return nil }
        let name = path.parts[1]
        guard !known.contains(name) else { return nil }
        return (
            "\"\(root)\" has no \"\(name)\", which renders nothing",
            Spelling.suggestion(for: name, among: known) ?? "It has \(known.joined(separator: ", "))."
        )
    }
}
