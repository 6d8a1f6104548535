internal import Budget
internal import HTTPMessage
internal import JSONDocument
internal import Synchronization

/// Makes each call of a template whose arguments are all literal, once, without a request, to find those that never work.
///
/// What depends on the request, a file or a variable is left out; so is what takes long. A call at some time and with some draw stands for
/// all.
package struct TemplateTrial {
    /// A call that fails, or renders nothing, in every response.
    package struct Finding {
        /// What comes of the call.
        package enum Outcome: Equatable, Sendable {
            /// It writes this message between `[ERROR: ` and `]`.
            case mistake(String)
            /// The response is a 500 with this message. The setting is that of a limit.
            case failure(String, exceeding: String?)
            /// It prints nothing.
            case nothing
        }

        /// The call.
        package let call: WrittenCall
        /// What comes of it.
        package let outcome: Outcome
    }

    /// What never works, in order of appearance. Of a call and its arguments, only the innermost that fails.
    package private(set) var findings: [Finding] = []
    private let template: CompiledTemplate
    /// For the whole template: a millisecond at most, so that loading many mappings takes no longer.
    private let budget = WorkBudget(WorkBudget.Limits(steps: 100_000, bytes: 1 << 20))

    package init(_ template: CompiledTemplate) {
        self.template = template
        template.forEachUse { use in
            let value = value(of: use.expression, use.block, hasRoot: use.surroundings == .root)
            guard use.isPrinted, case .call(let call) = use.expression, !call.helper.printsNothing, case .null? = value else { return }
            findings.append(Finding(call: WrittenCall(call, nil), outcome: .nothing))
        }
    }

    /// The value that an expression has in every response; nil if it is not known.
    /// - Parameter hasRoot: whether its context is the template's root.
    private mutating func value(of expression: TemplateExpression, _ block: TemplateBody?, hasRoot: Bool) -> TemplateValue? {
        guard case .call(let call) = expression else { return expression.literal }
        var parameters: [TemplateExpression] = []
        for parameter in call.parameters {
            if let value = value(of: parameter, nil, hasRoot: hasRoot) { parameters.append(.literal(value)) }
        }
        var hash: [(name: String, value: TemplateExpression)] = []
        for (name, argument) in call.hash {
            if let value = value(of: argument, nil, hasRoot: hasRoot) { hash.append((name, .literal(value))) }
        }
        guard parameters.count == call.parameters.count, hash.count == call.hash.count else { return nil }
        // Without an argument, the context may be one.
        guard hasRoot || !parameters.isEmpty, budget.stop == nil else { return nil }
        return result(
            of: TemplateCall(name: call.name, helper: call.helper, parameters: parameters, hash: hash, at: call.place), block)
    }

    /// The result of a call with literal arguments; nil if it is not the same in every response.
    private mutating func result(of call: TemplateCall, _ block: TemplateBody?) -> TemplateValue? {
        let root = TrialRoot()
        let context = TrialContext(budget)
        let renderer = TemplateRenderer(template, root: .object(root), context: context, data: [:])
        var result: TemplateValue?
        var outcome: Finding.Outcome?
        do throws(TemplateError) {
            result = try renderer.invoke(call, block.map(TrialRoot.known), TemplateFrame(.object(root)))
            outcome = context.mistake.map { .mistake($0) }
        } catch {
            outcome = .failure(error.plainMessage, exceeding: error.exceededSetting)
        }
        if root.isRead || context.readsFile || budget.stop != nil { return nil }
        if let outcome {
            findings.append(Finding(call: WrittenCall(call, block), outcome: outcome))
            return nil
        }
        return context.varies || renderer.keepsSomething ? nil : result
    }
}

/// What a call that is tried sees of a request, and notes what it has read of it.
private final class TrialContext: TemplateContext {
    /// Whether it has read the time or a draw, so that its result is another one each time.
    private(set) var varies = false
    private(set) var readsFile = false
    /// The message of its mistake.
    private(set) var mistake: String?
    let budget: WorkBudget?

    init(_ budget: WorkBudget) { self.budget = budget }

    /// The beginning of 2026.
    var nowMilliseconds: Int {
        varies = true
        return 1_767_225_600_000
    }

    func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T {
        varies = true
        var random = SeededRandom(seed: 0)
        return body(&random)
    }

    func bodyFile(_ name: String, reading: (Int) throws(TemplateError) -> Void) throws(TemplateError) -> TemplateFile {
        readsFile = true
        throw .failure("no file is read")
    }

    func note(_ mistake: TemplateError) { self.mistake = mistake.plainMessage }
}

/// The root object of a trial: a map whose members are not known, and which notes that one looks for them.
private final class TrialRoot: TemplateObject {
    private let wasRead = Atomic(false)

    var isRead: Bool { wasRead.load(ordering: .relaxed) }

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        wasRead.store(true, ordering: .relaxed)
        return .null
    }

    var entries: [(name: String, value: TemplateValue)]? {
        wasRead.store(true, ordering: .relaxed)
        return []
    }

    /// A block that reads the root in place of any of its parts that is more than a text.
    static func known(_ block: TemplateBody) -> TemplateBody {
        TemplateBody(main: known(block.main), inverse: known(block.inverse), parameters: block.parameters)
    }

    private static func known(_ nodes: [TemplateNode]) -> [TemplateNode] {
        nodes.map { if case .text = $0 { $0 } else { .value(.path(TemplatePath(parts: ["?"])), isEscaped: false) } }
    }
}
