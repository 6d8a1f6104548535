internal import Budget
internal import JSONDocument

/// A selected value, with its location if that is needed.
struct JSONPathNode {
    var value: JSONValue
    var place: JSONPathPlace?
}

/// One evaluation: the document, and the remaining steps.
struct JSONPathEvaluator {
    private let path: String
    private let root: JSONPathNode
    private let limit: Int
    /// What the request may take; nil if there is none.
    let budget: WorkBudget?
    private var steps = 0
    var patterns: JSONPathPatterns
    var missingLeavesAreNull = false

    init(
        _ path: String, _ root: JSONValue, _ patterns: JSONPathPatterns, _ limits: JSONPath.Limits, locates: Bool,
        _ budget: WorkBudget?
    ) {
        self.path = path
        self.root = JSONPathNode(value: root, place: locates ? JSONPathPlace() : nil)
        self.patterns = patterns
        limit = limits.steps
        self.budget = budget
    }

    mutating func chargeSteps(_ count: Int = 1) throws(JSONPathError) {
        steps += count
        if steps > limit { throw error("stopped after \(limit) steps (limits.jsonPathSteps)", exceeding: "limits.jsonPathSteps") }
        if let budget, !budget.chargeSteps(10 * count), let stop = budget.stop { throw error("\(stop)", exceeding: stop.setting) }
    }

    /// Charges the reading of a text of so many bytes. A short one is part of the step that reads it.
    mutating func chargeReading(_ bytes: Int) throws(JSONPathError) { try chargeSteps(Self.steps(toRead: bytes)) }

    private static func steps(toRead bytes: Int) -> Int { 4 * (bytes >> 6) }

    /// What a function at the end of a path takes to read a value: its elements or members, and the texts of elements.
    private static func steps(toRead value: JSONValue) -> Int {
        switch value {
        case .string(let text): return steps(toRead: text.utf8.count)
        case .number(let number): return steps(toRead: number.text.utf8.count)
        case .array(let values):
            var sum = values.count
            for value in values where value.array == nil && value.object == nil { sum += steps(toRead: value) }
            return sum
        case .object(let object): return object.count
        case .null, .bool: return 0
        }
    }

    /// - Parameter setting: of the limit that stops the evaluation; nil for none.
    func error(_ message: String, exceeding setting: String? = nil) -> JSONPathError {
        JSONPathError(path: path, message: message, setting: setting)
    }

    mutating func nodes(of query: JSONPathQuery, current: JSONValue) throws(JSONPathError) -> [JSONPathNode] {
        var nodes = [query.isRelative ? JSONPathNode(value: current) : root]
        var isAfterDescendants = false
        for (index, segment) in query.segments.enumerated() {
            var selected: [JSONPathNode] = []
            let isLeaf = isLeaf(index, of: query)
            switch segment {
            case .children(let selectors):
                for node in nodes { for selector in selectors { try select(selector, from: node, isLeaf: isLeaf, into: &selected) } }
            case .descendants(let selectors):
                for node in nodes { try selectBelow(selectors, from: node, isLeaf: isLeaf, into: &selected) }
                isAfterDescendants = true
            case .suffix(let suffix, let operands):
                var arguments: [JSONValue] = []
                for operand in operands { if let value = try value(of: operand, current: current) { arguments.append(value) } }
                let values = nodes.map(\.value)
                let size = arguments.reduce(1) { $0 + Self.steps(toRead: $1) }
                for value in values { try chargeSteps(size + Self.steps(toRead: value)) }
                let results = isAfterDescendants ? [suffix.bodyOfAll(values, arguments)] : values.map { suffix.body($0, arguments) }
                for case let value? in results { selected.append(JSONPathNode(value: value)) }
                isAfterDescendants = false
            }
            nodes = selected
        }
        return nodes
    }

    /// Whether a name in a segment counts as null if it is missing.
    private func isLeaf(_ segment: Int, of query: JSONPathQuery) -> Bool {
        missingLeavesAreNull && query.mayEndInNull && segment == query.segments.count - 1
    }

    /// The value of a path of single names and indices, the most common kind in filters.
    /// - Returns: nil for any other path; `.some(nil)` if there is no such value.
    mutating func follow(_ query: JSONPathQuery, current: JSONValue) throws(JSONPathError) -> JSONValue?? {
        var value = query.isRelative ? current : root.value
        for (position, segment) in query.segments.enumerated() {
            guard case .children(let selectors) = segment, selectors.count == 1 else { return nil }
            try chargeSteps()
            let selector = selectors[0]
            guard selector.isNameOrIndex else { return nil }
            if let next = selector.selected(in: value) {
                value = next
            } else if case .name = selector, value.object != nil, isLeaf(position, of: query) {
                value = .null
            } else {
                return .some(nil)
            }
        }
        return value
    }

    /// For a path that selects nothing: whether its leading names and indices reach a value to which the rest can be applied, or a list
    /// that is too short. In Jayway the result is an empty list then, and otherwise no result.
    mutating func hasPlace(for query: JSONPathQuery) throws(JSONPathError) -> Bool {
        var value = root.value
        for segment in query.segments {
            guard case .children(let selectors) = segment else { return true }
            try chargeSteps()
            guard segment.isSingular else { return selectors.allSatisfy { $0.isApplicable(to: value) } }
            guard let next = selectors[0].selected(in: value) else {
                if case .index = selectors[0] { return value.array != nil }
                return false
            }
            value = next
        }
        return true
    }

    /// The node itself and all its descendants, each before its children.
    private mutating func selectBelow(
        _ selectors: [JSONPathSelector], from node: JSONPathNode, isLeaf: Bool, into result: inout [JSONPathNode]
    ) throws(JSONPathError) {
        var waiting = [node]
        while let node = waiting.popLast() {
            for selector in selectors {
                // As in Jayway, the elements of a list are tested only if the list passes itself.
                if case .ownFilter(let condition) = selector, node.value.array != nil, try !isFulfilled(condition, by: node.value) {
                    continue
                }
                try select(selector, from: node, isLeaf: isLeaf, into: &result)
            }
            switch node.value {
            case .array(let values):
                try chargeSteps(values.count)
                for (index, value) in values.enumerated().reversed() { waiting.append(child(of: node, .index(index), value)) }
            case .object(let object):
                try chargeSteps(object.count)
                for (name, value) in object.members.reversed() { waiting.append(child(of: node, .name(name), value)) }
            default: break
            }
        }
    }

    /// - Parameter isLeaf: whether a missing name counts as null.
    private mutating func select(
        _ selector: JSONPathSelector, from node: JSONPathNode, isLeaf: Bool, into result: inout [JSONPathNode]
    ) throws(JSONPathError) {
        switch (selector, node.value) {
        case (.name(let name), .object(let object)):
            try chargeSteps()
            if let value = object[name] ?? (isLeaf ? .null : nil) { result.append(child(of: node, .name(name), value)) }
        case (.index(let index), .array(let values)):
            try chargeSteps()
            let index = index < 0 ? index + values.count : index
            if values.indices.contains(index) { result.append(child(of: node, .index(index), values[index])) }
        case (.slice(let slice), .array(let values)):
            for index in slice.indices(count: values.count) {
                try chargeSteps()
                result.append(child(of: node, .index(index), values[index]))
            }
        case (.wildcard, .array(let values)):
            try chargeSteps(values.count)
            for (index, value) in values.enumerated() { result.append(child(of: node, .index(index), value)) }
        case (.wildcard, .object(let object)):
            try chargeSteps(object.count)
            for (name, value) in object.members { result.append(child(of: node, .name(name), value)) }
        case (.filter(let condition), .array(let values)), (.ownFilter(let condition), .array(let values)):
            for (index, value) in values.enumerated() where try isFulfilled(condition, by: value) {
                result.append(child(of: node, .index(index), value))
            }
        case (.filter(let condition), .object(let object)):
            for (name, value) in object.members where try isFulfilled(condition, by: value) {
                result.append(child(of: node, .name(name), value))
            }
        case (.ownFilter(let condition), .object):
            if try isFulfilled(condition, by: node.value) { result.append(node) }
        case (.members(let names, let needsAll), .object(let object)):
            try chargeSteps(names.count)
            var members: [(String, JSONValue)] = []
            for name in names { if let value = object[name] ?? (isLeaf ? .null : nil) { members.append((name, value)) } }
            if !needsAll || members.count == names.count { result.append(JSONPathNode(value: .object(JSONObject(members)))) }
        default: break
        }
    }

    private func child(of node: JSONPathNode, _ step: @autoclosure () -> JSONPathLocation.Step, _ value: JSONValue) -> JSONPathNode {
        JSONPathNode(value: value, place: node.place.map { JSONPathPlace($0, step()) })
    }
}
