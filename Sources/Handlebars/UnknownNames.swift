internal import JSONDocument

/// Names that a template looks up and that are not there: each renders nothing.
///
/// Only what is certain is found. In loops and sections, the names may be members of the value. A template that includes a file or computes
/// the name of a variable is left out.
package struct UnknownNames {
    /// A name that is looked up in the root object.
    package struct Name {
        /// As it is written.
        package let name: String
        /// Where it is, in bytes of the whole text.
        package let offset: Int
    }

    /// The unknown names, each once, in order of appearance.
    package private(set) var found: [Name] = []
    /// Warnings about unknown names of the form `@name`, one for each.
    package private(set) var data: [TemplateRemark] = []
    private let template: CompiledTemplate
    /// Those of the root object; block parameters, variables, and every other text that a helper gets: it may be the name of a variable.
    private var known: Set<String>
    private var isOpen = false

    /// - Parameter known: the members of the root object.
    package init(in template: CompiledTemplate, known: Set<String>) {
        self.template = template
        self.known = known
        template.forEachUse { if let name = $0.argument { self.known.insert(name) } }
        for call in template.calls {
            if call.name == "file" { isOpen = true }
            for name in call.helper.variables(setBy: call) {
                if let name { self.known.insert(name.printed) } else { isOpen = true }
            }
        }
        guard !isOpen else { return }
        template.forEachUse { use in use.expression.forEach { if case .path(let path) = $0 { check(path, use.surroundings) } } }
    }

    private mutating func check(_ path: TemplatePath, _ surroundings: TemplateUse.Surroundings) {
        guard !path.isScoped, path.depth == 0, let name = path.parts.first, !known.contains(name) else { return }
        let offset = template.start + path.offset
        if path.isData {
            guard let (message, repair) = Self.mistake(inData: name, surroundings), !data.contains(where: { $0.message == message }) else {
                return
            }
            data.append(TemplateRemark(offset: offset, message: message, repair: repair))
        } else if surroundings == .root, !found.contains(where: { $0.name == name }) {
            found.append(Name(name: name, offset: offset))
        }
    }

    /// What is wrong with `@name`; nil for nothing, and where it is not known.
    private static func mistake(inData name: String, _ surroundings: TemplateUse.Surroundings) -> (message: String, repair: String)? {
        if name == "root" || surroundings == .other { return nil }
        let names = TemplateLoopPosition.names
        let isOfLoop = names.contains(name)
        if isOfLoop {
            return surroundings == .loop ? nil : ("\"@\(name)\" renders nothing outside of a loop", "Use it within {{#each ...}}.")
        }
        let meant = indexes.contains(name.lowercased()) ? "index" : Spelling.nearest(to: name, among: names)
        // An element may have a member of that name, which is read with "@" as well.
        if surroundings == .loop, meant == nil { return nil }
        let all = "Loops have \(Spelling.alternatives(names.map { "@\($0)" })); other names are written without \"@\"."
        return (
            surroundings == .loop ? "a loop has no \"@\(name)\"" : "there is no \"@\(name)\", so it renders nothing",
            meant.map { "Did you mean \"@\($0)\"?" } ?? all
        )
    }

    /// What an index is called elsewhere.
    private static let indexes: Set = ["i", "idx", "counter"]
}
