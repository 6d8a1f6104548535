/// The call of a helper as a template has it, for warnings about it.
package struct WrittenCall {
    /// An argument that is given by name. Its value is nil if it is not literal.
    package typealias Option = (name: String, value: TemplateValue?)

    /// The helper's name.
    package let name: String
    /// The arguments that are given by position; nil for one that is not literal.
    package let arguments: [TemplateValue?]
    /// The arguments that are given by name.
    package let options: [Option]
    private let call: TemplateCall
    private let block: TemplateBody?

    /// - Parameter block: the one that it opens; nil for none.
    init(_ call: TemplateCall, _ block: TemplateBody?) {
        name = call.name
        self.block = block
        arguments = call.parameters.map(\.literal)
        options = call.hash.map { ($0.name, $0.value.literal) }
        self.call = call
    }

    /// The helper.
    package var helper: any TemplateHelper { call.helper }

    /// Whether it opens a block.
    package var isBlock: Bool { block != nil }

    /// Whether it opens a block that has more in it than blanks and comments.
    package var hasContent: Bool {
        guard let block else { return false }
        return (block.main + block.inverse).contains { node in
            if case .text(let bytes) = node { bytes.contains { !TemplateLexer.isSpace($0) } } else { true }
        }
    }

    /// The literal value of an option; nil if it is not given, null, or not literal.
    package func option(_ name: String) -> TemplateValue? {
        options.first { $0.name == name }?.value.flatMap { $0.isNull ? nil : $0 }
    }

    /// Where its helper's name is, in bytes of the whole text.
    package var offset: Int { call.place.offset(of: nil) }

    /// A warning about the call.
    /// - Parameter text: where it is: a text within the call; nil for the helper's name.
    package func warning(at text: String? = nil, _ message: String, _ repair: String) -> TemplateRemark {
        TemplateRemark(offset: call.place.offset(of: text), message: Self.shortened(message), repair: Self.shortened(repair))
    }

    /// Without the middle of a literal that is as long as a file.
    private static func shortened(_ text: String) -> String {
        text.utf8.count > 1_000 ? "\(text.prefix(300))...\(text.suffix(100))" : text
    }
}

extension TemplatePlace {
    /// In the whole text, in bytes.
    /// - Parameter text: looked for behind the helper's name, up to the end of the expression; nil for the name itself, which is also the
    ///   place of what is not found.
    fileprivate func offset(of text: String?) -> Int {
        guard let text else { return source.before.count + offset }
        let rest = source.bytes[offset...].dropFirst()
        let behind = rest[..<(rest.firstRange(of: Array("}}".utf8))?.lowerBound ?? rest.endIndex)]
        // Between quotes it is the argument, and not a part of another one.
        let quoted = ["'", "\""].lazy.compactMap { behind.firstRange(of: Array("\($0)\(text)\($0)".utf8)).map { $0.lowerBound + 1 } }.first
        return source.before.count + (quoted ?? behind.firstRange(of: Array(text.utf8))?.lowerBound ?? offset)
    }
}

extension TemplateExpression {
    /// The value that is written; nil for a path or a call.
    var literal: TemplateValue? { if case .literal(let value) = self { value } else { nil } }
}
