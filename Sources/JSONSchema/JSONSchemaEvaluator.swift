internal import Budget
internal import JSONDocument

/// What a schema's keywords have evaluated, for the `unevaluated…` keywords.
struct JSONSchemaMarks {
    var names: Set<ExactText> = []
    var hasAllNames = false
    /// All elements below this index.
    var prefix = 0
    var indices: Set<Int> = []

    mutating func merge(_ other: JSONSchemaMarks) {
        hasAllNames = hasAllNames || other.hasAllNames
        prefix = max(prefix, other.prefix)
        if !other.names.isEmpty { names.formUnion(other.names) }
        if !other.indices.isEmpty { indices.formUnion(other.indices) }
    }
}

/// A limit was reached.
struct JSONSchemaStop: Error {
    var limit: String
    var message: String
}

/// One validation.
struct JSONSchemaEvaluator {
    enum Step {
        case name(String)
        case index(Int)
    }

    /// How many violations are listed; further ones are left out.
    private static let mostViolations = 1_000

    private let schema: JSONSchema
    /// What the request may take; nil if there is none.
    let budget: WorkBudget?
    private var violations: [JSONSchema.Violation] = []
    /// While this is not 0, violations are not reported.
    private var quiet: Int
    private var steps = 0
    private var depth = 0
    private var path: [Step] = []
    /// The resources that have been entered, outermost first.
    private var scope: [Int] = []

    init(_ schema: JSONSchema, isQuiet: Bool, _ budget: WorkBudget? = nil) {
        self.schema = schema
        self.budget = budget
        quiet = isQuiet ? 1 : 0
    }

    var collectsMarks: Bool { schema.collectsMarks }

    mutating func run(_ instance: JSONValue) -> [JSONSchema.Violation] {
        var marks = JSONSchemaMarks()
        do {
            if try !evaluate(0, instance, &marks), violations.isEmpty {
                violations.append(JSONSchema.Violation(pointer: "", keyword: "", message: "not valid"))
            }
        } catch {
            violations.append(JSONSchema.Violation(pointer: pointer, keyword: error.limit, message: error.message, isStop: true))
        }
        return violations
    }

    /// Applies a subschema to a value; its marks are kept only if the value is valid.
    mutating func evaluate(_ number: Int, _ instance: JSONValue, _ marks: inout JSONSchemaMarks) throws(JSONSchemaStop) -> Bool {
        steps += 1
        depth += 1
        guard steps <= schema.limits.steps else { throw stop("jsonSchemaSteps", schema.limits.steps) }
        guard depth <= schema.limits.depth else { throw stop("jsonSchemaDepth", schema.limits.depth) }
        let node = schema.nodes[number]
        // Each assertion may read the whole text, or look at each member.
        try chargeSteps(20 + node.assertions.count * (5 + instance.breadth))
        let entersResource = scope.last != node.resource
        if entersResource { scope.append(node.resource) }
        var own = JSONSchemaMarks()
        var isValid = true
        for assertion in node.assertions where try !assertion(instance, &own, &self) {
            isValid = false
            if quiet > 0 { break }
        }
        if entersResource { scope.removeLast() }
        depth -= 1
        if isValid { marks.merge(own) }
        return isValid
    }

    /// Charges the reading of a value with everything within, by hash or comparison.
    func readsAll(of value: JSONValue) throws(JSONSchemaStop) { try chargeSteps(15 * value.weight) }

    /// Charges work to the request.
    func chargeSteps(_ steps: Int) throws(JSONSchemaStop) {
        guard let budget, !budget.chargeSteps(steps), let stop = budget.stop else { return }
        throw JSONSchemaStop(limit: "request", message: "\(stop)")
    }

    private func stop(_ limit: String, _ value: Int) -> JSONSchemaStop {
        JSONSchemaStop(limit: limit, message: "stopped at \(value) (limits.\(limit))")
    }

    /// Applies a subschema to what the current value has there.
    mutating func evaluate(_ node: Int, at step: Step, _ value: JSONValue) throws(JSONSchemaStop) -> Bool {
        var marks = JSONSchemaMarks()
        path.append(step)
        let isValid = try evaluate(node, value, &marks)
        path.removeLast()
        return isValid
    }

    /// Like `evaluate`, without reporting violations.
    mutating func test(_ node: Int, _ instance: JSONValue, _ marks: inout JSONSchemaMarks) throws(JSONSchemaStop) -> Bool {
        quiet += 1
        let isValid = try evaluate(node, instance, &marks)
        quiet -= 1
        return isValid
    }

    /// Reports a violation at the current value.
    mutating func fails(_ keyword: String, _ message: @autoclosure () -> String) -> Bool {
        if quiet == 0, violations.count < Self.mostViolations {
            violations.append(JSONSchema.Violation(pointer: pointer, keyword: keyword, message: message()))
        }
        return false
    }

    /// The anchor with this name in the resource that was entered first; nil if none was.
    func dynamicTarget(_ name: String) -> Int? {
        guard let targets = schema.dynamicAnchors[name] else { return nil }
        for resource in scope { if let node = targets[resource] { return node } }
        return nil
    }

    private var pointer: String {
        path.map { step in
            switch step {
            case .name(let name): "/" + JSONPointer.escape(name)
            case .index(let index): "/\(index)"
            }
        }.joined()
    }
}

extension JSONValue {
    /// What looking at the value itself costs, without what its elements and members contain.
    fileprivate var breadth: Int {
        switch self {
        case .string(let text): text.utf8.count >> 2
        case .array(let values): values.count >> 2
        case .object(let object): 4 * object.count
        case .null, .bool, .number: 0
        }
    }
}
