internal import JSONDocument
internal import RegularExpression

extension JSONPathParser {
    /// After `?`.
    mutating func filter() throws(JSONPathError) -> JSONPathSelector {
        let outer = followsJayway
        defer { followsJayway = outer }
        followsJayway = dialect == .wireMock && isWhollyParenthesised()
        return followsJayway ? .ownFilter(try condition()) : .filter(try condition())
    }

    /// Whether the parenthesis that opens here closes at the end of the filter.
    private func isWhollyParenthesised() -> Bool {
        guard next == UInt8(ascii: "(") else { return false }
        var open = 0
        var quote: UInt8?
        var index = position
        while index < bytes.count {
            let byte = bytes[index]
            if let end = quote {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == end { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || isPatternStart(index) {
                quote = byte
            } else if byte == UInt8(ascii: "(") {
                open += 1
            } else if byte == UInt8(ascii: ")") {
                open -= 1
                if open == 0 {
                    let rest = bytes[(index + 1)...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
                    return rest.first == UInt8(ascii: "]") || rest.first == UInt8(ascii: ",")
                }
            }
            index += 1
        }
        return false
    }

    /// Whether a slash begins a pattern: it is not part of a name.
    private func isPatternStart(_ index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "/") && "~(&| \t\r\n".utf8.contains(bytes[index - 1])
    }

    private mutating func condition() throws(JSONPathError) -> JSONPathCondition {
        var conditions = [try conjunction()]
        while skip("||") {
            skipSpace()
            conditions.append(try conjunction())
        }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    private mutating func conjunction() throws(JSONPathError) -> JSONPathCondition {
        var conditions = [try basic()]
        skipSpace()
        while skip("&&") {
            skipSpace()
            conditions.append(try basic())
            skipSpace()
        }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func basic() throws(JSONPathError) -> JSONPathCondition {
        try enter()
        defer { depth -= 1 }
        if skip("!") {
            skipSpace()
            if next == UInt8(ascii: "(") { return .not(try parenthesised()) }
            let start = position
            return .not(try test(try operand(), from: start))
        }
        if next == UInt8(ascii: "(") { return try parenthesised() }
        if isLenient, next == UInt8(ascii: "/") {
            let pattern = try pattern()
            skipSpace()
            guard skip("=~") else { throw expected("\"=~\" after a pattern") }
            skipSpace()
            return .matches(try operand(), pattern)
        }
        let start = position
        let left = try operand()
        skipSpace()
        if isLenient, skip("=~") {
            skipSpace()
            return .matches(left, try pattern())
        }
        guard let symbol = operatorSymbol() else { return try test(left, from: start) }
        try checkComparable(left, from: start)
        skipSpace()
        let second = position
        let right = try operand()
        try checkComparable(right, from: second)
        return .comparison(left, symbol, right)
    }

    private mutating func parenthesised() throws(JSONPathError) -> JSONPathCondition {
        position += 1
        skipSpace()
        let condition = try condition()
        skipSpace()
        guard skip(")") else { throw expected("\"&&\", \"||\" or \")\"") }
        return condition
    }

    /// An operand that is a test by itself.
    private func test(_ operand: JSONPathOperand, from start: Int) throws(JSONPathError) -> JSONPathCondition {
        switch operand {
        case .query(let query): return .exists(query.asTest)
        case .call(let call) where call.function.result != .value: return .call(call)
        case .call(let call):
            throw error("the result of \(call.function.name)() must be compared", at: start, repair: "Add a comparison, such as \"> 0\".")
        case .literal: throw error("a literal alone is no condition", at: start, repair: "Compare it with something.")
        }
    }

    private func checkComparable(_ operand: JSONPathOperand, from start: Int) throws(JSONPathError) {
        switch operand {
        case .query(let query) where !query.isDefinite && !isLenient:
            throw error("a path that may select several values cannot be compared", at: start)
        case .call(let call) where call.function.result != .value:
            throw error("the result of \(call.function.name)() cannot be compared", at: start)
        default: return
        }
    }

    private mutating func operatorSymbol() -> JSONPathOperator? {
        for candidate in JSONPathOperator.symbols where bytes[position...].starts(with: candidate.symbol.utf8) {
            if candidate.isAddition, !isLenient { continue }
            position += candidate.symbol.utf8.count
            return followsJayway ? candidate.loose : candidate
        }
        guard isLenient else { return nil }
        let word = bytes[position...].prefix { $0.isASCIILetter }
        guard let found = JSONPathOperator.words[String(decoding: word, as: UTF8.self).lowercased()] else { return nil }
        position += word.count
        return found
    }

    // MARK: Operands

    private mutating func operand() throws(JSONPathError) -> JSONPathOperand {
        switch next {
        case UInt8(ascii: "@"), UInt8(ascii: "$"): return .query(try query())
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .literal(.number(try number()))
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if isLenient { return .literal(try container()) }
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return try wordOperand()
        default: break
        }
        throw expected("a value, a path or a function")
    }

    private mutating func wordOperand() throws(JSONPathError) -> JSONPathOperand {
        let start = position
        while next.isASCIILetter || next == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        guard next == UInt8(ascii: "(") else {
            switch word {
            case "true": return .literal(true)
            case "false": return .literal(false)
            case "null": return .literal(.null)
            default: throw error("unknown word \"\(word)\"", at: start, repair: "Text needs quotes around it.")
            }
        }
        guard let function = JSONPathFunction.named[word] else {
            throw error(
                "unknown function \"\(word)\"", at: start,
                repair: "Known here: \(JSONPathFunction.named.keys.sorted().joined(separator: ", ")).")
        }
        let arguments = try arguments()
        guard arguments.count == function.parameters.count else {
            throw error("\(word)() takes \(function.parameters.count) arguments, found \(arguments.count)", at: start)
        }
        for (argument, parameter) in zip(arguments, function.parameters) where !argument.fits(parameter) {
            throw error(
                parameter == .nodes ? "\(word)() takes a path" : "\(word)() takes a single value: a path with wildcards is none", at: start)
        }
        if function.takesPattern, case .literal(.string(let pattern)) = arguments[1] { patterns.add(pattern) }
        return .call(JSONPathCall(function: function, arguments: arguments))
    }

    /// Arguments in parentheses, separated by commas.
    mutating func arguments() throws(JSONPathError) -> [JSONPathOperand] {
        try enter()
        let outer = followsJayway
        defer {
            depth -= 1
            followsJayway = outer
        }
        followsJayway = false
        position += 1
        skipSpace()
        var arguments: [JSONPathOperand] = []
        if skip(")") { return arguments }
        repeat {
            skipSpace()
            arguments.append(try operand())
            skipSpace()
        } while skip(",")
        guard skip(")") else { throw expected("\",\" or \")\" after an argument") }
        return arguments
    }
}

extension JSONPathOperand {
    fileprivate func fits(_ parameter: JSONPathFunction.Kind) -> Bool {
        switch self {
        case .literal: parameter == .value
        case .query(let query): parameter == .nodes || query.isDefinite
        case .call(let call): parameter == call.function.result
        }
    }
}
