internal import Budget
internal import JSONDocument

/// What `@partial-block` is inside of a partial.
private final class PartialBlock {
    let nodes: [TemplateNode]
    /// What it is inside of this block.
    let outer: PartialBlock?

    init(_ nodes: [TemplateNode], outer: PartialBlock?) {
        self.nodes = nodes
        self.outer = outer
    }
}

/// One rendering of a template, which appends bytes. Not thread-safe.
final class TemplateRenderer {
    var output: [UInt8] = []
    /// Variables set with `assign` and `val`, and those that the caller gives.
    var variables: [String: TemplateValue]
    let context: any TemplateContext

    private let root: TemplateValue
    private let dialect: TemplateDialect
    let limits: TemplateLimits
    /// The request's, which this rendering shares with matching.
    let budget: WorkBudget
    private var stepsLeft: Int
    /// The inline partials that are defined here.
    private var partials: [String: [TemplateNode]] = [:]
    private var partialBlock: PartialBlock?
    /// What `partial` keeps for `block`.
    var kept: [String: (nodes: [TemplateNode], hash: [(name: String, value: TemplateValue)])] = [:]
    /// Whether a call has left something for those behind it.
    var keepsSomething: Bool { !variables.isEmpty || !kept.isEmpty }
    private var partialDepth = 0
    /// How many blocks, partials, files and expressions are open now.
    private var depth = 0
    private var lastJSON: (text: String, value: JSONValue?)?

    init(_ template: CompiledTemplate, root: TemplateValue, context: any TemplateContext, data: [String: TemplateValue]) {
        self.root = root
        self.context = context
        dialect = template.dialect
        limits = template.limits
        stepsLeft = limits.steps
        budget = context.budget ?? WorkBudget()
        lastJSON = context.knownJSON.map { ($0.text, $0.value) }
        variables = data
    }

    // MARK: Statements

    /// Renders the statements of a template or a block.
    /// - Parameter keepsPartials: whether the inline partials that they define are still there afterwards.
    func render(_ nodes: [TemplateNode], _ frame: TemplateFrame, keepsPartials: Bool = false) throws(TemplateError) {
        try enter()
        var replaced: [ReplacedPartial] = []
        defer {
            depth -= 1
            if !keepsPartials { putBack(replaced) }
        }
        for node in nodes {
            try countSteps(1)
            switch node {
            case .text(let bytes):
                try chargeBytes(bytes.count)
                output.append(contentsOf: bytes)
            case .failure(let message, let place): throw .failure(message, at: place)
            case .value(let expression, let isEscaped): try write(evaluate(expression, frame), isEscaped: isEscaped)
            case .section(let expression, let body): try renderSection(try evaluate(expression, frame), body, frame)
            case .block(let call, let body): try write(invoke(call, body, frame), isEscaped: false)
            case .definePartial(let name, let nodes): replaced.append(try define(name, nodes, frame))
            case .partial(let partial): try renderPartial(partial, frame)
            }
        }
    }

    /// Goes one level deeper. `limits.templateDepth` is for each text and for partials; both together are bounded by the stack.
    private func enter() throws(TemplateError) {
        guard depth < TemplateLimits.openLevels else {
            throw .failure("more than \(TemplateLimits.openLevels) blocks, partials and expressions are open at the same time")
        }
        depth += 1
    }

    /// Counts steps of the template, charges them to the request, and checks the length of the output.
    func countSteps(_ steps: Int) throws(TemplateError) {
        stepsLeft -= steps
        if stepsLeft < 0 { throw exceeded("limits.templateSteps", "the template took more than \(limits.steps) steps") }
        try chargeSteps(steps, pace: Self.price)
        try checkLength(output.count)
    }

    /// How many steps of the request's budget one step of a template takes.
    private static let price = 10

    /// Charges work to the request: what a helper reads.
    /// - Parameter pace: the steps for each of the count, which may be as large as a template says.
    func chargeSteps(_ count: Int, pace: Int = 1) throws(TemplateError) {
        let (steps, isTooLarge) = count.multipliedReportingOverflow(by: pace)
        if !budget.chargeSteps(isTooLarge ? .max : steps) { try throwIfStopped() }
    }

    /// Charges a text or list of that many bytes to the request; must be called before it is made.
    func chargeBytes(_ bytes: Int) throws(TemplateError) {
        if !budget.chargeBytes(bytes) { try throwIfStopped() }
    }

    /// Ends the rendering if the request has no budget left.
    private func throwIfStopped() throws(TemplateError) {
        if let stop = budget.stop { throw .failure("\(stop)", exceeding: stop.setting) }
    }

    private func exceeded(_ setting: String, _ message: String) -> TemplateError {
        .failure("\(message) (\(setting))", exceeding: setting)
    }

    /// Must be called by helpers before they make a long text.
    func checkLength(_ bytes: Int) throws(TemplateError) {
        if bytes > limits.outputBytes {
            throw exceeded("limits.templateOutputBytes", "the template makes more than \(limits.outputBytes) bytes")
        }
    }

    private func write(_ value: TemplateValue, isEscaped: Bool) throws(TemplateError) {
        if case .text(let text) = value {
            try chargeBytes(text.utf8.count)
            try checkLength(output.count + text.utf8.count)
        } else if value.isLarge {
            try chargeValue(value)
        } else {
            // A number or a date may have a long text.
            let bytes = value.textBytes
            if bytes > 0 {
                try chargeBytes(bytes)
                try chargeSteps(10 * bytes)
            }
        }
        guard isEscaped, dialect.escapes else { return TemplateText.append(value, to: &output, dialect: dialect) }
        var bytes: [UInt8] = []
        TemplateText.append(value, to: &bytes, dialect: dialect)
        TemplateText.appendEscaped(bytes, to: &output)
    }

    /// `{{#name}}` without a helper: a list is a loop, true renders in the same context, any other value is a context.
    private func renderSection(_ value: TemplateValue, _ body: TemplateBody, _ frame: TemplateFrame) throws(TemplateError) {
        switch value {
        case .bool(true): try render(body.main, frame)
        case .null, .bool(false): try render(body.inverse, frame)
        default:
            if let elements = value.elements {
                if elements.isEmpty { return try render(body.inverse, frame) }
                return try TemplateLoop(body, frame, self).over(elements)
            }
            if dialect.zeroIsEmptySection, value.isFalsy { return try render(body.inverse, frame) }
            try render(body.main, TemplateFrame(value, parent: frame, parameters: body.parameters.first.map { [($0, value)] } ?? []))
        }
    }

    // MARK: Partials

    /// A name of inline partials, and what was defined under it before; nil if nothing was.
    private typealias ReplacedPartial = (name: String, nodes: [TemplateNode]?)

    private func define(
        _ name: TemplateExpression, _ nodes: [TemplateNode], _ frame: TemplateFrame
    ) throws(TemplateError) -> ReplacedPartial {
        let name = try evaluate(name, frame).printed
        return (name, partials.updateValue(nodes, forKey: name))
    }

    /// Undoes definitions.
    private func putBack(_ replaced: [ReplacedPartial]) {
        for (name, nodes) in replaced.reversed() { partials[name] = nodes }
    }

    /// Renders the block that `block` prints.
    func renderKept(_ nodes: [TemplateNode], _ frame: TemplateFrame) throws(TemplateError) {
        partialDepth += 1
        defer { partialDepth -= 1 }
        try checkPartialDepth()
        try render(nodes, frame)
    }

    private func checkPartialDepth() throws(TemplateError) {
        guard partialDepth > limits.nesting else { return }
        throw exceeded("limits.templateDepth", "partials are nested more than \(limits.nesting) deep")
    }

    private func renderPartial(_ partial: TemplatePartial, _ frame: TemplateFrame) throws(TemplateError) {
        let name = try evaluate(partial.name, frame).printed
        var replaced: [ReplacedPartial] = []
        let outerBlock = partialBlock
        defer {
            partialBlock = outerBlock
            putBack(replaced)
        }
        // What the block defines, the partial sees. The compiler has put it first.
        for node in partial.fallback ?? [] {
            guard case .definePartial(let name, let nodes) = node else { break }
            try countSteps(1)
            replaced.append(try define(name, nodes, frame))
        }
        let block = name == "@partial-block" ? partialBlock : nil
        let known = block?.nodes ?? partials[name]
        guard let nodes = known ?? partial.fallback else { throw .failure("there is no partial \"\(name)\"", at: partial.place) }
        if let block { partialBlock = block.outer }
        if known != nil, let fallback = partial.fallback { partialBlock = PartialBlock(fallback, outer: partialBlock) }
        partialDepth += 1
        defer { partialDepth -= 1 }
        try checkPartialDepth()
        var inner = frame
        if dialect.partialsAddContexts || partial.context != nil || !partial.hash.isEmpty {
            var locals: [(name: String, value: TemplateValue)] = []
            for (name, value) in partial.hash { locals.append((name, try evaluate(value, frame))) }
            let value: TemplateValue = if let context = partial.context { try evaluate(context, frame) } else { frame.value }
            inner = TemplateFrame(value, parent: frame, locals: locals)
        }
        let start = output.count
        try render(nodes, inner)
        guard !partial.indent.isEmpty, output.count > start else { return }
        try chargeBytes(2 * (output.count - start))
        let lines = output[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? [] : partial.indent + $0 }.joined(separator: [UInt8(ascii: "\n")])
        output.replaceSubrange(start..., with: Array(indented))
    }

    /// What another template renders in the root context. The inline partials that it defines are there afterwards.
    func include(_ template: CompiledTemplate) throws(TemplateError) -> String {
        partialDepth += 1
        defer { partialDepth -= 1 }
        guard partialDepth <= limits.nesting else {
            throw exceeded("limits.templateDepth", "files are included more than \(limits.nesting) deep")
        }
        let bytes = try capture { () throws(TemplateError) in
            try render(template.nodes, TemplateFrame(root), keepsPartials: true)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What the statements render, without writing it.
    func capture(_ body: () throws(TemplateError) -> Void) throws(TemplateError) -> [UInt8] {
        var outer: [UInt8] = []
        swap(&outer, &output)
        defer { output = outer }
        try body()
        try chargeBytes(output.count)
        return output
    }

    func parsedJSON(_ text: String) throws(TemplateError) -> JSONValue? {
        if let lastJSON {
            if lastJSON.text.isIdentical(to: text) { return lastJSON.value }
            try chargeSteps(text.utf8.count >> 5)
            if lastJSON.text.isSame(as: text) {
                self.lastJSON = (text, lastJSON.value)
                return lastJSON.value
            }
        }
        if !budget.chargeParsing(text.utf8.count) { try throwIfStopped() }
        let value: JSONValue?
        do throws(Problem) {
            value = try JSONValue.parse(text.utf8, mode: .fixture, maximumDepth: limits.jsonDepth)
        } catch {
            if let setting = error.exceededSetting { throw TemplateError.failure("JSON is \(error.message)", exceeding: setting) }
            value = nil
        }
        lastJSON = (text, value)
        return value
    }

    // MARK: Expressions

    func evaluate(_ expression: TemplateExpression, _ frame: TemplateFrame) throws(TemplateError) -> TemplateValue {
        switch expression {
        case .literal(let value): return value
        case .path(let path):
            let value = resolve(path, frame)
            // Behind it, because nothing counts that was found by a budget that has stopped.
            try chargeSteps(20 * path.parts.count)
            return value
        case .call(let call):
            try countSteps(1)
            try enter()
            defer { depth -= 1 }
            return try invoke(call, nil, frame)
        }
    }

    /// Calls a helper.
    /// - Parameter body: the block that it has; nil for none.
    func invoke(_ call: TemplateCall, _ body: TemplateBody?, _ frame: TemplateFrame) throws(TemplateError) -> TemplateValue {
        var parameters: [TemplateValue] = []
        parameters.reserveCapacity(call.parameters.count)
        for parameter in call.parameters { parameters.append(try evaluate(parameter, frame)) }
        var hash: [(name: String, value: TemplateValue)] = []
        for (name, value) in call.hash { hash.append((name, try evaluate(value, frame))) }
        let helper = call.helper
        let helperCall = HelperCall(
            name: call.name, parameters: parameters, hash: hash, body: body, frame: frame, pace: helper.pace, renderer: self)
        do {
            let bytesBefore = budget.bytesLeft
            try helperCall.chargeArguments()
            let result = try helper.apply(helperCall)
            // Whatever the helper has not charged of a text that it made.
            let uncharged = result.textBytes - (bytesBefore - budget.bytesLeft)
            if helper.pace > 0, uncharged > 0 { try chargeBytes(uncharged) }
            return result
        } catch .helper(let message) {
            context.note(.failure(message, at: call.place))
            return .text("[ERROR: \(message)]")
        } catch .failure(let message, nil, let setting) {
            throw .failure(message, at: call.place, exceeding: setting)
        }
    }

    private func resolve(_ path: TemplatePath, _ frame: TemplateFrame) -> TemplateValue {
        var frame = frame
        for _ in 0..<path.depth {
            guard let parent = frame.parent else { return .null }
            frame = parent
        }
        if path.isData { return walk(data(path.parts.first ?? "", frame), path.parts, from: 1) }
        // In Handlebars.java, `..` only moves to where the search begins.
        let isScoped = path.isScoped || path.depth > 0 && !dialect.asksOuterContexts
        guard !isScoped, let first = path.parts.first else { return walk(frame.value, path.parts, from: 0) }
        var isInnermost = true
        var current: TemplateFrame? = frame
        while let frame = current {
            if let value = frame.parameter(first) { return walk(value, path.parts, from: 1) }
            if isInnermost || dialect.asksOuterContexts {
                if isInnermost, let argument = frame.argument(first) {
                    let value = walk(argument, path.parts, from: 1)
                    if !value.isNull { return value }
                }
                let value = walk(frame.value, path.parts, from: 0)
                if !value.isNull { return value }
                if let value = frame.local(first) ?? variables[first] { return walk(value, path.parts, from: 1) }
            }
            isInnermost = false
            current = frame.parent
        }
        return .null
    }

    /// The value of `@name`. Handlebars.java looks in the contexts first: in a loop over query parameters, `@first` is each one's first
    /// value.
    private func data(_ name: String, _ frame: TemplateFrame) -> TemplateValue {
        if let argument = frame.argument(name) { return argument }
        var current: TemplateFrame? = frame
        while let frame = current {
            if dialect.asksOuterContexts {
                let member = frame.value.member(name, charging: budget)
                if !member.isNull { return member }
            }
            if let value = frame.local(name) { return value }
            current = frame.parent
        }
        return variables[name] ?? (name == "root" ? root : .null)
    }

    /// Looks up a dotted path from a context outwards, for helpers with paths as text.
    func lookUp(_ path: String, _ frame: TemplateFrame) -> TemplateValue {
        resolve(TemplatePath(parts: TemplateParser.names(in: path)), frame)
    }

    /// Charges a value with everything within, before it is printed, compared or copied as a whole.
    func chargeValue(_ value: TemplateValue) throws(TemplateError) {
        value.prepare(charging: budget)
        try throwIfStopped()
        let weight = value.weight
        try chargeSteps(14 * weight)
        try chargeBytes(16 * weight + value.indentation)
    }

    private func walk(_ value: TemplateValue, _ parts: [String], from start: Int) -> TemplateValue {
        var value = value
        var index = start
        while index < parts.count, !value.isNull {
            if case .object(let object) = value, index + 1 < parts.count, let member = object.member(parts[index], parts[index + 1]) {
                value = member
                index += 2
                continue
            }
            value = value.member(parts[index], charging: budget)
            index += 1
        }
        return value
    }
}
