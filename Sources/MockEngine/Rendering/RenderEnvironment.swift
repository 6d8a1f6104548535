public import Handlebars
public import StubModel

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
    public private(set) var helpers = TemplateHelperRegistry.closed
    /// What helpers may see of the machine.
    public var system = TemplateSystem() { didSet { helpers = .builtIn(system) } }

    /// Shared by all sessions; set by the engine.
    var includedFiles: IncludedFiles?

    public init(bodyFiles: any BodyFileProvider = NoBodyFiles()) { self.bodyFiles = bodyFiles }
}

/// For servers without a folder.
public final class NoBodyFiles: BodyFileProvider {
    public init() {}
    public func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile { throw BodyFileError("there is no folder of body files") }
}
