internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Compiles the texts of one response definition, and reports mistakes with their position in the file.
struct ResponseCompiler {
    private let definition: ResponseDefinition
    private let environment: RenderEnvironment
    private let report: ProblemReport
    private let isTemplated: Bool

    init(_ definition: ResponseDefinition, _ environment: RenderEnvironment, _ report: ProblemReport) {
        self.definition = definition
        self.environment = environment
        self.report = report
        isTemplated =
            switch environment.templating {
            case .none: false
            case .named: definition.asksForTemplating
            case .all: true
            }
    }

    /// Warns about parameters for templates in a response that has none.
    func checkParameters() {
        guard environment.templating == .named, definition.transformers.isEmpty, !definition.transformerParameters.isEmpty else { return }
        let node = definition.fieldsNode.member("transformerParameters") ?? definition.node
        report.warn("\"transformerParameters\" means nothing without a transformer", at: node, repair: templatingRepair)
    }

    /// What to do when a text should be a template and is none, as a whole sentence.
    private var templatingRepair: String {
        definition.modifier == nil ? ResponseDefinition.templatingRepair() : ResponseDefinition.templatingRepair(in: "\"modify\"")
    }

    func headers(_ fields: HeaderFields, field: String) -> [CompiledHeader] {
        fields.map { header in
            CompiledHeader(name: header.name, value: text(header.value, definition.fieldsNode.member(field)?.member(header.name)))
        }
    }

    func body() -> CompiledBody {
        switch definition.body {
        case .none: return .fixed(.empty)
        case .bytes(let bytes): return .fixed(.bytes(bytes))
        case .text(let text):
            warnOfAddress(in: text, definition.node.member("body"))
            warnOfOtherBraces(in: text, definition.node.member("body"))
            return template(text, definition.node.member("body")).map { .template($0) } ?? .fixed(.bytes(Array(text.utf8)))
        case .json(let value):
            let text = value.text()
            warnOfAddress(in: text, definition.node.member("jsonBody"))
            warnOfOtherBraces(in: text, definition.node.member("jsonBody"))
            return template(text, definition.node.member("jsonBody")).map { .json($0) } ?? .fixed(.bytes(Array(text.utf8)))
        case .file(let name):
            let isTemplate =
                isTemplated && definition.transformerParameters["disableBodyFileTemplating"] != true
                && definition.transformerParameters["disableBodyFileTemplating"] != "true"
            let node = definition.node.member("bodyFileName")
            let path = text(name, node, whenPlain: "not rendered, and no file has this name")
            let file = CompiledBodyFile(path: path, isTemplate: isTemplate, environment: environment)
            file.check(report, namedAt: node ?? definition.node)
            return .file(file)
        }
    }

    func proxy() -> CompiledProxy? {
        definition.proxy.map { proxy in
            CompiledProxy(
                definition: proxy, baseURL: text(proxy.baseURL, definition.node.member("proxyBaseUrl")),
                additionalHeaders: headers(proxy.additionalRequestHeaders, field: "additionalProxyRequestHeaders"))
        }
    }

    /// Warns about a body that names the S3 listener by its address.
    private func warnOfAddress(in text: String, _ node: JSONNode?) {
        guard let port = environment.s3Port, let node, ByteSearch.contains(text.utf8Span.span, Array("http://".utf8)) else { return }
        for host in ["127.0.0.1", "localhost"] {
            let address = "http://\(host):\(port)"
            guard ByteSearch.contains(text.utf8Span.span, Array("\(address)/".utf8)) else { continue }
            return report.warn(
                "\(address) is the S3 listener here; clients on other machines and servers on other ports do not reach it by that",
                at: node,
                repair: "Write {{s3.baseUrl}} in its place, with \"transformers\": [\"response-template\"].")
        }
    }

    /// Warns about a body that should be a template and has expressions of another language only, `${request.path}`, or one whose first
    /// brace is missing: `{request.path}}`.
    private func warnOfOtherBraces(in text: String, _ node: JSONNode?) {
        guard definition.asksForTemplating, isTemplated, let node else { return }
        let isTemplate = text.contains("{{")
        let others = ["${request.", "{request.", "{%"].lazy.compactMap(text.expression(beginningWith:))
        guard let expression = isTemplate ? text.expressionOpenedOnce : others.first else { return }
        let name = expression.drop { $0 != "{" }.dropFirst().dropLast()
        report.warn(
            "\(isTemplate ? "" : "the body has no \"{{…}}\", so ")\"\(expression.prefix(60))\" stands for itself",
            atOffset: place(of: String(expression), in: node),
            repair: expression.hasPrefix("{%")
                ? "Templates are written in Handlebars: {{#if request.body}}…{{/if}}." : "Write {{\(name)}}.")
    }

    /// Where a part of a body is written, in the source: the beginning of the body if it is not found.
    private func place(of part: String, in node: JSONNode) -> Int {
        for text in node.texts {
            guard case .string(let value) = text.content, let start = value.utf8.firstRange(of: part.utf8)?.lowerBound else { continue }
            return report.document.source.offset(of: value.utf8.distance(from: value.utf8.startIndex, to: start), in: text)
        }
        return node.offset
    }

    /// - Parameter use: what becomes of a template that is not rendered.
    private func text(_ text: String, _ node: JSONNode?, whenPlain use: String = "sent as it is") -> CompiledText {
        template(text, node, whenPlain: use).map { .template($0) } ?? .plain(text)
    }

    /// Nil if templates are off, and if the text contains none. If it does not compile, that is reported, and rendering it fails.
    private func template(_ text: String, _ node: JSONNode?, whenPlain use: String = "sent as it is") -> CompiledTemplate? {
        guard isTemplated else {
            let isMeant = definition.declinesTemplating || definition.meansTemplating
            if environment.templating == .named, !isMeant, text.looksLikeATemplate {
                let text = node?.texts.first { if case .string(let value) = $0.content { value.looksLikeATemplate } else { false } }
                report.warn(
                    "the template is \(use)", at: text ?? node ?? definition.node,
                    repair: templatingRepair + " If it is meant: \"transformers\": [].")
            }
            return nil
        }
        let isAsWritten = if case .string? = node?.content { true } else { false }
        let place = node ?? definition.node
        do {
            let template = try compiled(text, isAsWritten: isAsWritten)
            report.warnOfUnclosedExpressions(in: text, place)
            guard let template else { return nil }
            report.warn(about: warnings(about: template), in: place, alone: warnings)
            report.addLate(template.missingPartials?.remarks() ?? [], in: place, alone: mistakes)
            return template
        } catch {
            report.addLate(error.remarksOfCompiling, in: place, alone: mistakes)
            return CompiledTemplate.failing(text, error, isAsWritten: isAsWritten)
        }
    }

    private func compiled(_ text: String, isAsWritten: Bool = true) throws(TemplateSyntaxError) -> CompiledTemplate? {
        try CompiledTemplate.compileStretch(
            of: text, helpers: environment.helpers, limits: environment.limits, isAsWritten: isAsWritten)
    }

    /// What is probably not meant.
    private func warnings(about template: CompiledTemplate) -> [TemplateRemark] {
        TemplateWarnings.found(in: template, environment, parameters: definition.transformerParameters)
    }

    private func warnings(in text: String) -> [TemplateRemark] { (try? compiled(text)).map(warnings(about:)) ?? [] }

    private func mistakes(in text: String) -> [TemplateRemark] {
        do { return try compiled(text)?.missingPartials?.remarks() ?? [] } catch { return error.remarksOfCompiling }
    }
}

extension String {
    /// From that beginning to the next brace that closes; nil if there is none.
    fileprivate func expression(beginningWith beginning: String) -> Substring? {
        guard let start = firstRange(of: beginning)?.lowerBound, let end = self[start...].firstIndex(of: "}") else { return nil }
        return self[start...end]
    }

    /// The first expression of a request that one brace opens and two close, with one of these; nil if there is none.
    fileprivate var expressionOpenedOnce: Substring? {
        var rest = self[...]
        // Each piece is read once: there may be many braces that open, and none that closes.
        while let end = rest.firstIndex(of: "}") {
            let next = index(after: end)
            if self[next...].first == "}", let start = rest[..<end].ranges(of: "{request.").last?.lowerBound,
                !["{", "$"].contains(self[..<start].suffix(1))
            {
                return self[start...end]
            }
            rest = self[next...]
        }
        return nil
    }

    /// Whether the text is probably meant as a template: it uses the request or the S3 base URL.
    fileprivate var looksLikeATemplate: Bool {
        // Most texts contain no braces, and there are thousands of them.
        guard ByteSearch.contains(utf8Span.span, [UInt8(ascii: "{"), UInt8(ascii: "{")]) else { return false }
        return split(separator: "{{", omittingEmptySubsequences: false).dropFirst().contains { piece in
            // One brace is a slip.
            guard let end = (piece.firstRange(of: "}}") ?? piece.firstRange(of: "}"))?.lowerBound else { return false }
            return piece[..<end].contains("request.") || piece[..<end].contains("s3.")
        }
    }
}
