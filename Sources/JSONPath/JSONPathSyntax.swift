internal import JSONDocument
internal import RegularExpression

/// A parsed path: `$…` from the root of the document, or `@…` from the value that a filter tests.
struct JSONPathQuery: Sendable {
    var isRelative: Bool
    var segments: [JSONPathSegment]

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

    /// If the path ends in several names: the path before them, and the names. Nil otherwise.
    var mergedNames: (parent: JSONPathQuery, names: [String])? {
        guard case .children(let selectors) = segments.last, selectors.count > 1 else { return nil }
        var names: [String] = []
        for selector in selectors {
            guard case .name(let name) = selector else { return nil }
            names.append(name)
        }
        return (JSONPathQuery(isRelative: isRelative, segments: segments.dropLast()), names)
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

    var isSingular: Bool {
        switch self {
        case .name, .index: true
        default: false
        }
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
