internal import JSONDocument
internal import RegularExpression

extension JSONPathEvaluator {
    mutating func isFulfilled(_ condition: JSONPathCondition, by current: JSONValue) throws(JSONPathError) -> Bool {
        try chargeSteps()
        switch condition {
        case .any(let conditions):
            for condition in conditions where try isFulfilled(condition, by: current) { return true }
            return false
        case .all(let conditions):
            for condition in conditions where try !isFulfilled(condition, by: current) { return false }
            return true
        case .not(let condition): return try !isFulfilled(condition, by: current)
        case .exists(let query):
            if let value = try follow(query, current: current) { return value != nil }
            return try !nodes(of: query, current: current).isEmpty
        case .call(let call):
            switch try result(of: call, current: current) {
            case .truth(let isTrue): return isTrue
            case .nodes(let nodes): return !nodes.isEmpty
            case .value(let value): return value != nil
            }
        case .comparison(let left, let comparison, let right):
            return try comparison.body(value(of: left, current: current), value(of: right, current: current), &self)
        case .matches(let operand, let pattern):
            let value = try value(of: operand, current: current) ?? .null
            for value in value.array ?? [value] where try matches(pattern, value) { return true }
            return false
        }
    }

    /// What is no string, number or boolean, and what is missing, has the empty text (Jayway).
    private mutating func matches(_ pattern: RegularExpression, _ value: JSONValue) throws(JSONPathError) -> Bool {
        try chargeSteps(10)
        do { return try pattern.matchesWhole(value.scalarText ?? "", within: budget) } catch {
            throw self.error(error.description, exceeding: error.setting)
        }
    }

    /// Nil is the RFC's Nothing. For a path that may select several values, the list of them (Jayway).
    mutating func value(of operand: JSONPathOperand, current: JSONValue) throws(JSONPathError) -> JSONValue? {
        switch operand {
        case .literal(let value): return value
        case .query(let query):
            if let value = try follow(query, current: current) { return value }
            let nodes = try nodes(of: query, current: current)
            return query.isDefinite ? nodes.first?.value : .array(nodes.map(\.value))
        case .call(let call):
            if case .value(let value) = try result(of: call, current: current) { return value }
            return nil
        }
    }

    private mutating func result(of call: JSONPathCall, current: JSONValue) throws(JSONPathError) -> JSONPathFunction.Argument {
        var arguments: [JSONPathFunction.Argument] = []
        for (operand, parameter) in zip(call.arguments, call.function.parameters) {
            if parameter == .nodes, case .query(let query) = operand {
                arguments.append(.nodes(try nodes(of: query, current: current).map(\.value)))
            } else {
                arguments.append(.value(try value(of: operand, current: current)))
            }
        }
        return try call.function.body(arguments, &self)
    }

    /// Equality by value; counts steps.
    mutating func areEqual(_ left: JSONValue, _ right: JSONValue) throws(JSONPathError) -> Bool {
        try chargeSteps()
        switch (left, right) {
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for (left, right) in zip(left, right) where try !areEqual(left, right) { return false }
            return true
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            for (name, value) in left.members {
                guard let other = right[name], try areEqual(value, other) else { return false }
            }
            return true
        default:
            try chargeComparison(left, right)
            return left == right
        }
    }

    /// Charges the texts that a comparison of two scalars reads. Numbers are taken apart; of two strings, the shorter ends the comparison.
    mutating func chargeComparison(_ left: JSONValue, _ right: JSONValue) throws(JSONPathError) {
        switch (left, right) {
        case (.number(let left), .number(let right)): try chargeReading(left.text.utf8.count + right.text.utf8.count)
        case (.string(let left), .string(let right)): try chargeReading(min(left.utf8.count, right.utf8.count))
        default: break
        }
    }

    /// Jayway's equality: a number also equals the string with the same digits.
    mutating func areLooselyEqual(_ left: JSONValue, _ right: JSONValue) throws(JSONPathError) -> Bool {
        switch (left, right) {
        case (.number(let number), .string(let text)):
            try chargeReading(number.text.utf8.count + text.utf8.count)
            return number.isSpelled(text)
        case (.string(let text), .number(let number)):
            try chargeReading(min(text.utf8.count, number.text.utf8.count))
            return text.isSame(as: number.text)
        default: return try areEqual(left, right)
        }
    }
}

extension JSONNumber {
    /// Only what begins as a number is parsed.
    fileprivate func isSpelled(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "-") || digits.contains(first),
            case .number(let number)? = try? JSONValue.parse(text.utf8)
        else { return false }
        return number == self
    }
}

extension JSONValue {
    /// Strings, numbers and booleans as text; nil for other values.
    package var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let value): value ? "true" : "false"
        default: nil
        }
    }
}
