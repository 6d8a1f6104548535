package import Budget
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

    /// What the work is charged to, with everything else that is done for the request; nil for a budget of the template's own.
    var budget: WorkBudget? { get }
    /// A JSON text that was parsed for the request already; nil if there is none.
    var knownJSON: (text: String, value: JSONValue)? { get }

    /// A body file as it is now.
    /// - Parameter reading: called with the bytes of the file before they are read; throws if they must not be.
    /// - Throws: `.failure` if there is none, or it cannot be read.
    func bodyFile(_ name: String, reading: (Int) throws(TemplateError) -> Void) throws(TemplateError) -> TemplateFile

    /// Takes the mistake of a helper call, with its place, that shows as `[ERROR: …]` in what is rendered.
    func note(_ mistake: TemplateError)
}

extension TemplateContext {
    /// A budget of the template's own.
    package var budget: WorkBudget? { nil }
    /// Does nothing.
    package func note(_ mistake: TemplateError) {}
    /// None.
    package var knownJSON: (text: String, value: JSONValue)? { nil }
}

/// A body file that a template includes.
package enum TemplateFile: Sendable {
    case text(String)
    case template(CompiledTemplate)
}
