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

    /// Why the file's template is invalid, as far as that is known before a request; nil if it is valid.
    var mistake: String? {
        guard isTemplate, case .plain(let path) = path, let file = try? environment.bodyFiles.bodyFile(path) else { return nil }
        do throws(TemplateError) { _ = try template(of: file, path) } catch { return error.message }
        return nil
    }

    /// Unknown members that a template in the file uses, with their position in the file.
    var unknownMembers: [UnknownMembers.Member] {
        guard isTemplate, case .plain(let path) = path, let file = try? environment.bodyFiles.bodyFile(path),
            let template = try? template(of: file, path)
        else { return [] }
        let found = TemplateWarnings.found(in: template, environment)
        guard !found.isEmpty, let bytes = try? file.bytes() else { return found }
        return found.map { member in
            var member = member
            if let range = bytes.firstRange(of: Array(member.path.utf8)) {
                let place = JSONSource(name: path, bytes: bytes).position(of: range.lowerBound)
                member.message = "the body file \"\(path)\", line \(place.line), column \(place.column): \(member.message)"
            }
            return member
        }
    }

    /// An expression in the file that is never closed, with its place: `the body file "a.txt", line 2, column 9`. Nil if there is none.
    var unclosedExpression: (place: String, found: UnclosedExpression)? {
        guard isTemplate, case .plain(let path) = path, let file = try? environment.bodyFiles.bodyFile(path),
            file.size <= environment.limits.outputBytes, let bytes = try? file.bytes(),
            let found = UnclosedExpression(in: bytes), String(validating: bytes, as: UTF8.self) != nil
        else { return nil }
        let place = JSONSource(name: path, bytes: bytes).position(of: found.offset)
        return ("the body file \"\(path)\", line \(place.line), column \(place.column)", found)
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
            return try CompiledTemplate.compileStretch(of: text, helpers: environment.helpers, limits: environment.limits, file: path)
        } catch {
            let place = JSONSource(name: path, bytes: bytes).position(of: error.offset)
            throw .failure(
                "the body file \"\(path)\" is no template: line \(place.line), column \(place.column): \(error.message)")
        }
    }
}
