public import HTTPMessage

/// What holds for all answers of a server.
public struct RenderEnvironment: Sendable {
    /// Which stubs' answers are templates.
    public enum Templating: Sendable, Equatable {
        case none
        /// Those that name `response-template` among their transformers (WireMock's default).
        case named
        case all
    }

    public var templating = Templating.named
    public var bodyFiles: any BodyFileProvider
    public var limits = TemplateLimits()
    public var helpers = TemplateHelperRegistry.builtIn

    public init(bodyFiles: any BodyFileProvider = NoBodyFiles()) { self.bodyFiles = bodyFiles }
}

/// Where the files are that `bodyFileName` names. Any thread.
public protocol BodyFileProvider: Sendable {
    /// The file as it is now; the same object as long as it has not changed.
    /// - Parameter path: below `__files`, with slashes. May be anything that a template makes: the provider sees to it that
    ///   nothing outside of the folder is read.
    /// - Returns: nil when there is no such file.
    func bodyFile(_ path: String) throws -> (any BodyFile)?
}

/// One state of one file. The same object as long as the file does not change.
public protocol BodyFile: AnyObject, Sendable {
    var bodySource: BodySource { get }
    /// Everything, in memory: for templates.
    func allBytes() throws -> [UInt8]
}

/// For servers without a folder.
public struct NoBodyFiles: BodyFileProvider {
    public init() {}
    public func bodyFile(_ path: String) throws -> (any BodyFile)? { nil }
}
