package import Handlebars
package import StubModel

/// Settings for all responses of a server.
package struct RenderEnvironment: Sendable {
    /// Which stubs' responses are templates.
    package enum Templating: Sendable, Equatable {
        case none
        /// Stubs with `response-template` among their transformers (WireMock's default).
        case named
        case all
    }

    /// Which stubs' responses are templates. Default `.named`.
    package var templating = Templating.named
    /// Where `bodyFileName` and templates find files.
    package var bodyFiles: any BodyFileProvider
    /// Limits for rendering one response.
    package var limits = TemplateLimits()
    /// The helpers that templates can call; follows `system`.
    package private(set) var helpers = TemplateHelperRegistry.closed.adding(Self.engineHelpers)
    /// What helpers may see of the machine. Closed by default.
    package var system = TemplateSystem() { didSet { helpers = .builtIn(system).adding(Self.engineHelpers) } }
    /// What warnings about links in templates need; nil if there is no S3 listener.
    var links: ObjectLinks?

    /// The configured port of the S3 listener, for a warning about bodies that name it; nil if the system chooses it or there is none.
    package var s3Port: Int?

    /// Helpers that need more of the engine than `TemplateContext` gives.
    private static var engineHelpers: [any TemplateHelper] { [PresignedHelper()] }

    /// Domains below which the first labels of a Host are a bucket of S3's, for `"s3Error"`.
    var s3BaseDomains: [String] = []

    /// Shared by all sessions; set by the engine.
    var includedFiles: IncludedFiles?

    package init(bodyFiles: any BodyFileProvider = NoBodyFiles()) { self.bodyFiles = bodyFiles }
}

/// For servers without a mocks folder: no body file exists.
package final class NoBodyFiles: BodyFileProvider {
    package init() {}
    /// Always fails.
    /// - Throws: `BodyFileError`.
    package func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile { throw BodyFileError("there is no folder of body files") }
}
