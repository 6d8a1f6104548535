internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import StubModel
internal import Synchronization

/// A body file, asked for anew for each answer; its compiled form is kept as long as it does not change.
final class CompiledBodyFile: Sendable {
    /// Different files that one templated name may lead to and that are kept compiled.
    private static let maximumKept = 64

    private struct Kept: Sendable {
        /// Kept alive by the file cache only, which bounds it.
        weak var file: (any BodyFile)?
        /// Nil for text without a template, and for what is no text.
        var template: CompiledTemplate?
    }

    private let path: CompiledText
    private let isTemplate: Bool
    private let environment: RenderEnvironment
    private let kept = Mutex<[String: Kept]>([:])
    /// What was sent last without rendering. Never of a name beyond ASCII, which may stand for files in several spellings.
    private let sent = Mutex(Sent())

    private struct Sent: Sendable {
        /// Kept alive by the file cache only, which bounds it.
        weak var file: (any BodyFile)?
    }

    init(path: CompiledText, isTemplate: Bool, environment: RenderEnvironment) {
        self.path = path
        self.isTemplate = isTemplate
        self.environment = environment
    }

    /// The file as it is now, and its template if it is one.
    func current(_ model: TemplateModel) throws(TemplateError) -> (any BodyFile, CompiledTemplate?) {
        let path = try path.rendered(model)
        let file: any BodyFile
        do { file = try environment.bodyFiles.bodyFile(path) } catch { throw .failure("\(error)") }
        return (file, try template(of: file, path))
    }

    /// The same for a file whose name is no template.
    func current() throws(TemplateError) -> (any BodyFile, CompiledTemplate?) {
        guard case .plain(let path) = path else { throw .failure("the name of the body file is a template") }
        let file: any BodyFile
        do { file = try environment.bodyFiles.bodyFile(path) } catch { throw .failure("\(error)") }
        return (file, try template(of: file, path))
    }

    /// The file as it is now, when neither its name nor its content is a template; nil else, and when it cannot be had.
    func currentWithoutTemplate() -> (any BodyFile)? {
        guard case .plain(let path) = path else { return nil }
        if let last = sent.withLock({ $0.file }), last.isCurrent { return last }
        let known = isTemplate ? kept.withLock { $0[path] } : nil
        if isTemplate, known == nil || known?.template != nil { return nil }
        guard let file = try? environment.bodyFiles.bodyFile(path) else { return nil }
        guard !isTemplate || known?.file === file else { return nil }
        if path.utf8.allSatisfy({ $0 < 0x80 }) { sent.withLock { $0.file = file } }
        return file
    }

    /// Why the file is no template, as far as that can be told before there is a request; nil when all is well.
    var mistake: String? {
        guard isTemplate, case .plain(let path) = path, let file = try? environment.bodyFiles.bodyFile(path) else { return nil }
        do throws(TemplateError) { _ = try template(of: file, path) } catch { return error.message }
        return nil
    }

    /// What a template in the file asks for and there is not, with the place in the file.
    var strangers: [TemplateStrangers.Stranger] {
        guard isTemplate, case .plain(let path) = path, let file = try? environment.bodyFiles.bodyFile(path),
            let template = try? template(of: file, path)
        else { return [] }
        let found = TemplateStrangers(in: template, known: TemplateRoot.knownMembers).found
        guard !found.isEmpty, let bytes = try? file.bytes() else { return found }
        return found.map { stranger in
            var stranger = stranger
            if let range = bytes.firstRange(of: Array(stranger.path.utf8)) {
                let place = JSONSource(name: path, bytes: bytes).position(of: range.lowerBound)
                stranger.message = "the body file \"\(path)\", line \(place.line), column \(place.column): \(stranger.message)"
            }
            return stranger
        }
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

    /// What is not UTF-8 is sent as it is, and never taken for a template.
    private func compiled(_ file: any BodyFile, _ path: String) throws(TemplateError) -> CompiledTemplate? {
        guard file.size <= environment.limits.outputBytes else { return nil }
        let bytes: [UInt8]
        do { bytes = try file.bytes() } catch { throw .failure("reading the body file \"\(path)\" — \(error)") }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        do {
            return try CompiledTemplate.compileStretch(of: text, helpers: environment.helpers, limits: environment.limits)
        } catch {
            let place = JSONSource(name: path, bytes: bytes).position(of: error.offset)
            throw .failure(
                "the body file \"\(path)\" is no template: line \(place.line), column \(place.column): \(error.message)")
        }
    }
}
