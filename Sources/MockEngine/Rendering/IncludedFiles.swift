internal import Handlebars
internal import StubModel
internal import Synchronization

/// Body files that templates include, compiled once until they change. Any thread.
final class IncludedFiles: Sendable {
    /// The number of names; beyond it all are dropped and compiled again.
    private static let maximumKept = 256

    private let environment: RenderEnvironment
    /// Those that were found: a template may make any number of names of files that do not exist.
    let files = Mutex<[String: CompiledBodyFile]>([:])

    init(_ environment: RenderEnvironment) { self.environment = environment }

    /// The file as it is now.
    /// - Parameter reading: called with the bytes of the file before they are read; throws if they must not be.
    /// - Throws: `.failure` if there is none, or it cannot be read.
    func file(_ name: String, reading: (Int) throws(TemplateError) -> Void) throws(TemplateError) -> TemplateFile {
        let (found, template) = try current(name, reading: reading)
        if let template { return .template(template) }
        try reading(found.size)
        do { return .text(String(decoding: try found.bytes(), as: UTF8.self)) } catch {
            throw .failure("reading the body file \"\(name)\" — \(error)")
        }
    }

    /// The file's template as it is now; nil for a file without one, and for bytes that are no text.
    /// - Throws: `.failure` if there is no such file, if it cannot be read, and if the template does not compile.
    func template(_ name: String) throws(TemplateError) -> CompiledTemplate? {
        try current(name) { (_: Int) throws(TemplateError) in }.template
    }

    private func current(
        _ name: String, reading: (Int) throws(TemplateError) -> Void
    ) throws(TemplateError) -> (file: any BodyFile, template: CompiledTemplate?) {
        let known = files.withLock { $0[name] }
        let compiled = known ?? CompiledBodyFile(path: .plain(name), isTemplate: true, environment: environment)
        let (file, template) = try compiled.current(reading: reading)
        if known == nil { keep(compiled, name) }
        return (file, template)
    }

    private func keep(_ file: CompiledBodyFile, _ name: String) {
        files.withLock { files in
            if files.count >= Self.maximumKept { files = [:] }
            files[name] = file
        }
    }
}
