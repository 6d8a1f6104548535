internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import StubModel
internal import Synchronization

/// A body file, looked up for each response; its compiled form is kept until the file changes.
final class CompiledBodyFile: Sendable {
    /// How many files are kept compiled if the name is a template.
    private static let maximumKept = 64

    private struct Kept: Sendable {
        /// The file cache owns the file and limits what is kept.
        weak var file: (any BodyFile)?
        /// Nil for text without a template, and for bytes that are not text.
        var template: CompiledTemplate?
    }

    private let path: CompiledText
    private let isTemplate: Bool
    private let environment: RenderEnvironment
    private let kept = Mutex<[String: Kept]>([:])
    /// What was last sent without rendering. Never for a non-ASCII name, which may stand for several spellings on disk.
    private let sent = Mutex(Sent())

    private struct Sent: Sendable {
        /// The file cache owns the file and limits what is kept.
        weak var file: (any BodyFile)?
    }

    init(path: CompiledText, isTemplate: Bool, environment: RenderEnvironment) {
        self.path = path
        self.isTemplate = isTemplate
        self.environment = environment
    }

    /// The file as it is now, and its template if it has one.
    func current(_ model: TemplateModel) throws(TemplateError) -> (any BodyFile, CompiledTemplate?) {
        let path = try path.rendered(model)
        if path.isEmpty { throw .failure("the template of \"bodyFileName\" rendered nothing, so it names no file") }
        let file: any BodyFile
        do { file = try environment.bodyFiles.bodyFile(path) } catch { throw .failure("\(error)") }
        return (file, try template(of: file, path))
    }

    /// The same for a file whose name is not a template.
    /// - Parameter reading: called with the bytes of the file before its template is compiled; throws if it must not be.
    func current(
        reading: (Int) throws(TemplateError) -> Void = { (_: Int) throws(TemplateError) -> Void in }
    ) throws(TemplateError) -> (any BodyFile, CompiledTemplate?) {
        guard case .plain(let path) = path else { throw .failure("the name of the body file is a template") }
        let file: any BodyFile
        do { file = try environment.bodyFiles.bodyFile(path) } catch { throw .failure("\(error)") }
        if isTemplate, kept.withLock({ $0[path]?.file }) !== file { try reading(file.size) }
        return (file, try template(of: file, path))
    }

    /// The file as it is now, if neither its name nor its content is a template; nil otherwise, and if it cannot be read.
    func currentWithoutTemplate() -> (any BodyFile)? {
        if let last = sent.withLock({ $0.file }), last.isCurrent { return last }
        guard case .plain(let path) = path else { return nil }
        let known = isTemplate ? kept.withLock { $0[path] } : nil
        if isTemplate, known == nil || known?.template != nil { return nil }
        guard let file = try? environment.bodyFiles.bodyFile(path) else { return nil }
        guard !isTemplate || known?.file === file else { return nil }
        if path.utf8.allSatisfy({ $0 < 0x80 }) { sent.withLock { $0.file = file } }
        return file
    }

    private func template(of file: any BodyFile, _ path: String) throws(TemplateError) -> CompiledTemplate? {
        guard isTemplate else { return nil }
        if let known = kept.withLock({ $0[path] }), known.file === file { return known.template }
        let template = try compiled(file, path)
        kept.withLock { kept in
            if kept.count >= Self.maximumKept { kept.removeAll() }
            kept[path] = Kept(file: file, template: template)
        }
        return template
    }

    /// Bytes that are not UTF-8 are sent as they are, never as a template.
    private func compiled(_ file: any BodyFile, _ path: String) throws(TemplateError) -> CompiledTemplate? {
        guard file.size <= environment.limits.outputBytes else { return nil }
        let bytes: [UInt8]
        do { bytes = try file.bytes() } catch { throw .failure("reading the body file \"\(path)\" — \(error)") }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        do {
            return try compiled(text, path)
        } catch {
            let place = JSONSource(name: path, bytes: bytes).position(of: error.offset)
            throw .failure(
                "the body file \"\(path)\" does not compile as a template: line \(place.line), column \(place.column): \(error.message)")
        }
    }

    private func compiled(_ text: String, _ path: String) throws(TemplateSyntaxError) -> CompiledTemplate? {
        try CompiledTemplate.compileStretch(of: text, helpers: environment.helpers, limits: environment.limits, file: path)
    }
}

extension CompiledBodyFile {
    /// Reports what is wrong with the file's template, as far as that is known before a request, at its places in the file.
    /// - Parameter node: what names the file.
    func check(_ report: ProblemReport, namedAt node: JSONNode) {
        guard isTemplate, case .plain(let path) = path, let file = try? environment.bodyFiles.bodyFile(path) else { return }
        do throws(TemplateError) {
            let template = try template(of: file, path)
            CheckedText(file, path, report, node, environment)?.warn(about: template)
        } catch {
            guard let checked = CheckedText(file, path, report, node, environment) else { return report.addLate(error.message, at: node) }
            // The error of a request has one mistake, in one sentence.
            do throws(TemplateSyntaxError) { _ = try compiled(checked.text, path) } catch { checked.add(error) }
        }
    }
}

/// The text of a body file whose mistakes are told at their places in it.
private struct CheckedText {
    let text: String
    private let source: JSONSource
    private let report: ProblemReport
    private let environment: RenderEnvironment
    /// The place in the mapping.
    private let namedAt: DocumentPlace

    /// Nil for a file that cannot be read, and for one that is no text or too long for a template.
    init?(_ file: any BodyFile, _ path: String, _ report: ProblemReport, _ node: JSONNode, _ environment: RenderEnvironment) {
        guard file.size <= environment.limits.outputBytes, let bytes = try? file.bytes(),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.text = text
        source = JSONSource(name: environment.bodyFiles.displayPath(ofBodyFile: path), bytes: bytes)
        self.report = report
        self.environment = environment
        namedAt = DocumentPlace(report.document, atOffset: node.offset)
    }

    func add(_ error: TemplateSyntaxError) {
        for mistake in error.remarksOfCompiling { report.addLate(problem(mistake)) }
    }

    /// - Parameter template: nil if the text has none.
    func warn(about template: CompiledTemplate?) {
        if let found = UnclosedExpression(in: source.bytes) {
            report.warn(problem(TemplateRemark(offset: found.offset, message: found.message, repair: found.repair)))
        }
        guard let template else { return }
        for mistake in template.missingPartials?.remarks() ?? [] { report.addLate(problem(mistake)) }
        for warning in TemplateWarnings.found(in: template, environment) { report.warn(problem(warning)) }
    }

    private func problem(_ remark: TemplateRemark) -> Problem {
        let naming = "The file is named at \(namedAt)."
        return Problem(
            source: source.name, position: source.position(of: remark.offset), message: remark.message,
            repair: remark.repair.map { "\($0) \(naming)" } ?? naming)
    }
}
