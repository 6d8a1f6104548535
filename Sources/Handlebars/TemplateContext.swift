package import HTTPMessage
package import JSONDocument

/// What helpers ask of the request that a template is rendered for. Used by one thread.
package protocol TemplateContext {
    /// The time, in milliseconds since 1970-01-01T00:00:00Z.
    var nowMilliseconds: Int { get }

    /// Draws from the session's random numbers.
    ///
    /// - Parameters:
    ///   - what: what is decided, in the journal's words.
    ///   - show: the outcome as the journal shows it.
    func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T

    /// A body file, as it is now.
    /// - Throws: `.failure` when there is none, or it cannot be read.
    func bodyFile(_ name: String) throws(TemplateError) -> TemplateFile
}

/// A body file that a template includes.
package enum TemplateFile: Sendable {
    case text(String)
    case template(CompiledTemplate)
}
