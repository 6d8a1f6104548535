internal import JSONDocument

/// How values compare in Handlebars.java's conditional helpers.
enum TemplateComparison {
    /// Whether the two arguments of a helper are equal.
    static func areEqual(_ call: HelperCall) throws(TemplateError) -> Bool {
        areEqual(call.subject, call.parameter(1))
    }

    static func areEqual(_ left: TemplateValue, _ right: TemplateValue) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.text(let left), .text(let right)): return left.isSame(as: right)
        case (.multiple(let left), .multiple(let right)): return left == right
        case (.date(let left), .date(let right)): return left.milliseconds == right.milliseconds
        default:
            if left.isNumber, right.isNumber { return left.double == right.double }
            guard let left = left.elements, let right = right.elements else {
                guard let left = left.entries, let right = right.entries else { return false }
                return left.elementsEqual(right) { $0.name.isSame(as: $1.name) && areEqual($0.value, $1.value) }
            }
            return left.elementsEqual(right, by: areEqual)
        }
    }

    /// Negative if the first argument comes before the second.
    /// - Throws: `.failure` for two values without an order.
    static func order(_ call: HelperCall) throws(TemplateError) -> Int {
        let (left, right) = (call.subject, call.parameter(1))
        if case .int(let left) = left, case .int(let right) = right { return left < right ? -1 : left > right ? 1 : 0 }
        if left.isNumber, right.isNumber, let left = left.double, let right = right.double {
            return left < right ? -1 : left > right ? 1 : 0
        }
        switch (left, right) {
        case (.text(let left), .text(let right)):
            return left.utf16.lexicographicallyPrecedes(right.utf16) ? -1 : left.isSame(as: right) ? 0 : 1
        case (.date(let left), .date(let right)):
            return left.milliseconds < right.milliseconds ? -1 : left.milliseconds > right.milliseconds ? 1 : 0
        case (.bool(let left), .bool(let right)): return (left ? 1 : 0) - (right ? 1 : 0)
        default: throw .failure("\(call.name): \"\(left.printed)\" and \"\(right.printed)\" cannot be compared")
        }
    }
}
