package import HTTPMessage
package import JSONDocument

/// What helpers need from the request that a template is rendered for. Not thread-safe.
package protocol TemplateContext {
    /// The session's time, in milliseconds since 1970-01-01T00:00:00Z.
    var nowMilliseconds: Int { get }

    /// Draws from the session's random numbers.
    ///
    /// - Parameters:
    ///   - what: what the draw decides, as the journal names it.
    ///   - show: turns the drawn value into what the journal shows.
    func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T

    /// A body file as it is now.
    /// - Throws: `.failure` if there is none, or it cannot be read.
    func bodyFile(_ name: String) throws(TemplateError) -> TemplateFile
}

/// A body file that a template includes.
package enum TemplateFile: Sendable {
    case text(String)
    case template(CompiledTemplate)
}
