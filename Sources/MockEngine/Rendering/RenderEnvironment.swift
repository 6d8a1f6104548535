package import Handlebars
package import StubModel

/// What holds for all answers of a server.
package struct RenderEnvironment: Sendable {
    /// Which stubs' answers are templates.
    package enum Templating: Sendable, Equatable {
        case none
        /// Those that name `response-template` among their transformers (WireMock's default).
        case named
        case all
    }

    package var templating = Templating.named
    package var bodyFiles: any BodyFileProvider
    package var limits = TemplateLimits()
    package private(set) var helpers = TemplateHelperRegistry.closed
    /// What helpers may see of the machine.
    package var system = TemplateSystem() { didSet { helpers = .builtIn(system) } }

    /// Shared by all sessions; set by the engine.
    var includedFiles: IncludedFiles?

    package init(bodyFiles: any BodyFileProvider = NoBodyFiles()) { self.bodyFiles = bodyFiles }
}

/// For servers without a folder.
package final class NoBodyFiles: BodyFileProvider {
    package init() {}
    package func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile { throw BodyFileError("there is no folder of body files") }
}
