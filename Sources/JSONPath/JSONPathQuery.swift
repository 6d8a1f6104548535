internal import JSONDocument
internal import RegularExpression

/// A parsed path: `$…` from the root of the document, or `@…` from the value that a filter tests.
struct JSONPathQuery: Sendable {
    var isRelative: Bool
    var segments: [JSONPathSegment]
    /// Whether a missing last name may count as null (`JSONPath.evaluate`).
    var mayEndInNull = true

    /// Whether it selects at most one location.
    var isDefinite: Bool {
        var isDefinite = true
        var isAfterDescendants = false
        for segment in segments {
            switch segment {
            case .children: if !segment.isSingular { isDefinite = false }
            case .descendants:
                isDefinite = false
                isAfterDescendants = true
            case .suffix:
                // Applies to all nodes together.
                if isAfterDescendants { isDefinite = true }
                isAfterDescendants = false
            }
        }
        return isDefinite
    }

    /// If the path ends in several names: the path that selects them together, as one object (Jayway). Nil otherwise.
    var merged: JSONPathQuery? {
        guard let segment = segments.last?.merged else { return nil }
        var query = self
        query.segments[segments.count - 1] = segment
        return query
    }

    /// The path as a test of existence: a missing name is not null, and of several names all must be there.
    var asTest: JSONPathQuery {
        var query = self
        query.mayEndInNull = false
        if case .children(let selectors) = segments.last, case .members(let names, _) = selectors[0] {
            query.segments[segments.count - 1] = .children([.members(names, needsAll: true)])
        }
        return query
    }
}

enum JSONPathSegment: Sendable {
    case children([JSONPathSelector])
    /// `..`: the node itself and all its descendants.
    case descendants([JSONPathSelector])
    /// Jayway's function at the end of a path.
    case suffix(JSONPathSuffix, [JSONPathOperand])

    /// Whether it is one name or one index.
    var isSingular: Bool {
        guard case .children(let selectors) = self, selectors.count == 1 else { return false }
        return selectors[0].isSingular
    }

    /// Several names as one selector; nil for any other segment.
    var merged: JSONPathSegment? {
        switch self {
        case .children(let selectors): JSONPathSelector.merged(selectors, needsAll: false).map { .children([$0]) }
        case .descendants(let selectors): JSONPathSelector.merged(selectors, needsAll: true).map { .descendants([$0]) }
        case .suffix: nil
        }
    }
}

enum JSONPathSelector: Sendable {
    case name(String)
    /// Negative counts from the end.
    case index(Int)
    case slice(JSONPathSlice)
    case wildcard
    /// Tests each child, as in RFC 9535.
    case filter(JSONPathCondition)
    /// Tests an object itself, and each element of an array, as in Jayway.
    case ownFilter(JSONPathCondition)
    /// Makes an object of some members of an object, as Jayway does at the end of a path. An object that lacks a name gives fewer members,
    /// or nothing if it needs all.
    case members([String], needsAll: Bool)

    var isSingular: Bool {
        switch self {
        case .name, .index, .members: true
        default: false
        }
    }

    var isNameOrIndex: Bool {
        switch self {
        case .name, .index: true
        default: false
        }
    }

    /// What a name or an index selects in a value; nil if there is no such thing, and for other selectors.
    func selected(in value: JSONValue) -> JSONValue? {
        switch (self, value) {
        case (.name(let name), .object(let object)): return object[name]
        case (.index(let index), .array(let values)):
            let index = index < 0 ? index + values.count : index
            return values.indices.contains(index) ? values[index] : nil
        default: return nil
        }
    }

    /// Whether it can be applied to a value, even if it selects nothing there.
    func isApplicable(to value: JSONValue) -> Bool {
        switch self {
        case .name, .members: value.object != nil
        case .index, .slice: value.array != nil
        case .filter, .ownFilter: value.object != nil || value.array != nil
        case .wildcard: true
        }
    }

    /// Several names as one selector; nil for other selectors.
    static func merged(_ selectors: [JSONPathSelector], needsAll: Bool) -> JSONPathSelector? {
        guard selectors.count > 1 else { return nil }
        var names: [String] = []
        for selector in selectors {
            guard case .name(let name) = selector else { return nil }
            names.append(name)
        }
        return .members(names, needsAll: needsAll)
    }
}

struct JSONPathSlice: Sendable {
    var start: Int?
    var end: Int?
    var step = 1

    /// The indices that it selects (RFC 9535, section 2.3.4.2.2).
    func indices(count: Int) -> StrideTo<Int> {
        func bound(_ index: Int?, default standard: Int, in range: ClosedRange<Int>) -> Int {
            guard let index else { return standard }
            return min(max(index < 0 ? index + count : index, range.lowerBound), range.upperBound)
        }
        if step > 0 {
            return stride(from: bound(start, default: 0, in: 0...count), to: bound(end, default: count, in: 0...count), by: step)
        }
        let range = -1...max(count - 1, -1)
        let from = bound(start, default: count - 1, in: range)
        // A step of 0 selects nothing.
        return stride(from: from, to: step == 0 ? from : bound(end, default: -1, in: range), by: min(step, -1))
    }
}

/// A filter's condition on a value.
indirect enum JSONPathCondition: Sendable {
    case any([JSONPathCondition])
    case all([JSONPathCondition])
    case not(JSONPathCondition)
    case exists(JSONPathQuery)
    case call(JSONPathCall)
    case comparison(JSONPathOperand, JSONPathOperator, JSONPathOperand)
    case matches(JSONPathOperand, RegularExpression)
}

enum JSONPathOperand: Sendable {
    case literal(JSONValue)
    case query(JSONPathQuery)
    case call(JSONPathCall)
}

struct JSONPathCall: Sendable {
    var function: JSONPathFunction
    var arguments: [JSONPathOperand]
}
