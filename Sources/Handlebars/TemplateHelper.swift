/// A function that templates can call. A new helper is one file and one line in `TemplateHelperRegistry.builtIn`.
///
/// Immutable. Any thread.
package protocol TemplateHelper: Sendable {
    /// The names by which templates call it.
    var names: [String] { get }
    /// How many arguments without a name it reads: it ignores more, and does nothing of use with fewer, of which the loader warns. By
    /// default any number.
    var arguments: ClosedRange<Int> { get }
    /// Whether it does nothing without a block, of which the loader warns. By default false.
    var needsBlock: Bool { get }
    /// What the context is in its block. By default nil: it ignores a block, of which the loader warns.
    var blockContext: TemplateBlockContext? { get }
    /// Whether it has another purpose than to print, so that printing nothing is no mistake. By default false.
    var printsNothing: Bool { get }
    /// The names of the `name=value` arguments that it reads: it ignores others, and the loader warns of them. By default nil, for any.
    var options: [String]? { get }
    /// Those of the options that are true or false; the loader warns of texts such as `'true'`, which count as false. By default none.
    var flags: [String] { get }
    /// How it is usually called, for messages about a call that has too many or too few arguments. By default nil, which names the options.
    /// - Parameter body: what the template calls the body of the request.
    func usualArguments(body: String) -> String?
    /// The names of the variables that a call sets; nil for one that is not literal. By default none.
    func variables(setBy call: WrittenCall) -> [TemplateValue?]
    /// Steps of the request's budget for each byte that it is given: of texts among its arguments, and of its block where it reads that.
    /// They are charged before it is called. At least a tenth of the nanoseconds that it takes for a byte; by default 25, so that a new
    /// helper is rather too dear than too cheap. 0 for one that reads no text, or charges for it itself.
    var pace: Int { get }
    /// Runs the helper. When a template is loaded, a call with literal arguments is made without a request (`TemplateTrial`): a helper that
    /// needs more than its arguments reads it by way of the call before it fails for the lack of it.
    /// - Returns: what to print or to pass on; `.null` prints nothing. A block helper writes its bodies itself.
    /// - Throws: `.helper` for mistakes of the template's author, which print as `[ERROR: …]`.
    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue
}

extension TemplateHelper {
    /// Any number.
    package var arguments: ClosedRange<Int> { 0...Int.max }
    /// False.
    package var needsBlock: Bool { false }
    /// Nil, for a helper that ignores its block.
    package var blockContext: TemplateBlockContext? { nil }
    /// False.
    package var printsNothing: Bool { false }
    /// Any.
    package var options: [String]? { nil }
    /// None.
    package var flags: [String] { [] }
    /// Nil.
    package func usualArguments(body: String) -> String? { nil }
    /// None.
    package func variables(setBy call: WrittenCall) -> [TemplateValue?] { [] }
    /// 25.
    package var pace: Int { 25 }
}

/// What the context is in the block of a helper.
package enum TemplateBlockContext: Sendable {
    /// That of the call.
    case kept
    /// Each element in turn, as in a loop.
    case elements
    /// Another value.
    case other
}
