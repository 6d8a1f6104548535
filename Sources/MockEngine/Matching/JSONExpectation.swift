internal import JSONDocument
internal import RegularExpression

/// An expected JSON value with json-unit's placeholders: `${json-unit.ignore}`, `ignore-element`, `any-string`, `any-number`,
/// `any-boolean`, and `${json-unit.regex}` followed by an expression. `#{…}` works as well.
indirect enum JSONExpectation: Sendable {
    struct Options: OptionSet, Sendable {
        let rawValue: Int
        /// Arrays are compared regardless of order.
        static let ignoringArrayOrder = Options(rawValue: 1)
        /// Additional members, and additional elements at an array's end, are allowed.
        static let ignoringExtraElements = Options(rawValue: 2)
    }

    enum Kind: Sendable { case string, number, boolean }

    case value(JSONValue)
    case array([JSONExpectation])
    case object([(name: String, value: JSONExpectation)])
    /// Any value, null included; a missing value is not accepted.
    case anyValue
    /// Any value, or no value.
    case ignored
    case any(Kind)
    case expression(RegularExpression)

    /// - Throws: for a malformed regular expression in a placeholder.
    init(_ value: JSONValue, _ limits: MatchLimits) throws(RegularExpressionError) {
        switch value {
        case .array(let elements): self = .array(try elements.map { element throws(RegularExpressionError) in try Self(element, limits) })
        case .object(let object):
            var members: [(name: String, value: JSONExpectation)] = []
            for (name, value) in object { members.append((name, try Self(value, limits))) }
            self = .object(members)
        case .string(let text): self = try Self.placeholder(text, limits) ?? .value(value)
        case .null, .bool, .number: self = .value(value)
        }
    }

    private static func placeholder(_ text: String, _ limits: MatchLimits) throws(RegularExpressionError) -> JSONExpectation? {
        guard text.hasPrefix("${json-unit.") || text.hasPrefix("#{json-unit."), let end = text.firstIndex(of: "}") else { return nil }
        let rest = String(text[text.index(after: end)...])
        switch (text[..<end].dropFirst("${json-unit.".count), rest.isEmpty) {
        case ("ignore", true): return .anyValue
        case ("ignore-element", true): return .ignored
        case ("any-string", true): return .any(.string)
        case ("any-number", true): return .any(.number)
        case ("any-boolean", true): return .any(.boolean)
        case ("regex", _): return .expression(try RegularExpression(rest, options: [], limits: limits))
        default: return nil
        }
    }

    /// The texts in a value that begin as a placeholder and are none.
    static func strayPlaceholders(in value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap { strayPlaceholders(in: $0) }
        case .object(let object): object.flatMap { strayPlaceholders(in: $0.value) }
        case .string(let text):
            text.hasPrefix("${json-unit.") || text.hasPrefix("#{json-unit.") ? names.contains(name(in: text)) ? [] : [text] : []
        case .null, .bool, .number: []
        }
    }

    /// What was probably meant by such a text, as a whole sentence.
    static func repair(ofPlaceholder text: String) -> String {
        Spelling.nearest(to: name(in: text), among: names).map { "Did you mean \"${json-unit.\($0)}\"?" }
            ?? "Placeholders are \(names.joined(separator: ", "))."
    }

    private static let names = ["ignore", "ignore-element", "any-string", "any-number", "any-boolean", "regex"]

    private static func name(in text: String) -> String { String(text.dropFirst("${json-unit.".count).prefix { $0 != "}" }) }

    /// - Parameter subject: the value that `actual` is part of; notes it if a limit stops a pattern.
    func accepts(_ actual: JSONValue, _ options: Options, of subject: MatchSubject) -> Bool {
        guard subject.chargeSteps(5) else { return false }
        switch self {
        case .anyValue, .ignored: return true
        case .value(let value): return value == actual
        case .any(.string): return actual.string != nil
        case .any(.number): return actual.number != nil
        case .any(.boolean): return actual.bool != nil
        case .expression(let expression): return actual.string.map { expression.fits($0, of: subject) } ?? false
        case .array(let expected):
            guard case .array(let elements) = actual else { return false }
            return Self.accept(expected, elements, options, subject)
        case .object(let expected):
            guard case .object(let object) = actual else { return false }
            var found = 0
            for (name, value) in expected {
                guard let member = object[name] else {
                    guard case .ignored = value else { return false }
                    continue
                }
                found += 1
                guard value.accepts(member, options, of: subject) else { return false }
            }
            return found == object.count || options.contains(.ignoringExtraElements)
        }
    }

    private static func accept(
        _ expected: [JSONExpectation], _ actual: [JSONValue], _ options: Options, _ subject: MatchSubject
    ) -> Bool {
        guard expected.count == actual.count || expected.count < actual.count && options.contains(.ignoringExtraElements) else {
            return false
        }
        let pairs = zip(expected, actual)
        guard options.contains(.ignoringArrayOrder) else { return pairs.allSatisfy { $0.accepts($1, options, of: subject) } }
        if pairs.allSatisfy({ $0.accepts($1, options, of: subject) }) { return true }
        guard subject.chargeSteps(hashingCost(expected, actual)) else { return false }
        let (wanted, found) = withoutEqual(expected, actual)
        guard wanted.allSatisfy({ $0.acceptsOthers(options) }) else { return false }
        return Assignment.isComplete(wanted.count, found.count) { wanted[$0].accepts(found[$1], options, of: subject) }
    }

    /// Every value within is hashed, and kept with its place.
    private static func hashingCost(_ expected: [JSONExpectation], _ actual: [JSONValue]) -> Int {
        50 * (expected.reduce(0) { $0 + $1.weight } + actual.reduce(0) { $0 + $1.weight })
    }

    /// As `JSONValue.weight`.
    private var weight: Int {
        switch self {
        case .value(let value): value.weight
        case .array(let elements): elements.reduce(1) { $0 + $1.weight }
        case .object(let members): members.reduce(1) { $0 + 1 + $1.name.utf8.count >> 4 + $1.value.weight }
        case .anyValue, .ignored, .any, .expression: 1
        }
    }

    /// Removes pairs of equal values, by hash. That is sound because an expectation that accepts one of two equal values accepts the other.
    private static func withoutEqual(
        _ expected: [JSONExpectation], _ actual: [JSONValue]
    ) -> (expected: [JSONExpectation], actual: [JSONValue]) {
        var places: [JSONValue: [Int]] = [:]
        for (index, value) in actual.enumerated() { places[value, default: []].append(index) }
        var isTaken = [Bool](repeating: false, count: actual.count)
        var rest: [JSONExpectation] = []
        for expectation in expected {
            if let value = expectation.plainValue, let place = places[value]?.popLast() {
                isTaken[place] = true
            } else {
                rest.append(expectation)
            }
        }
        return (rest, actual.indices.filter { !isTaken[$0] }.map { actual[$0] })
    }

    /// The value itself if it contains no placeholder.
    private var plainValue: JSONValue? {
        switch self {
        case .value(let value): return value
        case .array(let elements):
            let values = elements.compactMap(\.plainValue)
            return values.count == elements.count ? .array(values) : nil
        case .object(let members):
            let values = members.compactMap { member in member.value.plainValue.map { (member.name, $0) } }
            return values.count == members.count ? .object(JSONObject(values)) : nil
        case .anyValue, .ignored, .any, .expression: return nil
        }
    }

    /// Whether it may accept a value that is not equal to it, when the order of arrays is ignored.
    private func acceptsOthers(_ options: Options) -> Bool {
        switch self {
        case .value: false
        case .object(let members): options.contains(.ignoringExtraElements) || members.contains { $0.value.acceptsOthers(options) }
        case .array, .anyValue, .ignored, .any, .expression: true
        }
    }

    // MARK: Distance

    /// Size as WireMock counts it: one for a value, and one more for a list or an object within another.
    var size: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.sizeWithin }
        case .object(let members): members.reduce(1) { $0 + $1.value.sizeWithin }
        default: 1
        }
    }

    private var sizeWithin: Int {
        switch self {
        case .array, .object: 1 + size
        default: 1
        }
    }

    /// How much is missing, different, or too many, in sizes.
    func differences(from actual: JSONValue, _ options: Options, of subject: MatchSubject) -> Int {
        guard subject.chargeSteps(5) else { return max(size, actual.size) }
        if accepts(actual, options, of: subject) { return 0 }
        let allowsExtra = options.contains(.ignoringExtraElements)
        switch (self, actual) {
        case (.array(let expected), .array(let elements)):
            var sum = 0
            if options.contains(.ignoringArrayOrder) {
                guard subject.chargeSteps(Self.hashingCost(expected, elements)) else { return max(size, actual.size) }
                var (wanted, found) = Self.withoutEqual(expected, elements)
                sum = wanted.count
                wanted.removeAll { !$0.acceptsOthers(options) }
                sum -= Assignment.largest(wanted.count, found.count) { wanted[$0].accepts(found[$1], options, of: subject) }
            } else {
                sum = zip(expected, elements).reduce(0) { $0 + $1.0.differences(from: $1.1, options, of: subject) }
                sum += expected.dropFirst(elements.count).reduce(0) { $0 + $1.size }
            }
            return sum + (allowsExtra ? 0 : elements.dropFirst(expected.count).reduce(0) { $0 + $1.size })
        case (.object(let expected), .object(let object)):
            var sum = 0
            for (name, value) in expected { sum += object[name].map { value.differences(from: $0, options, of: subject) } ?? value.size }
            guard !allowsExtra else { return sum }
            let names = Set(expected.map { ExactText($0.name) })
            return object.reduce(sum) { names.contains(ExactText($1.name)) ? $0 : $0 + $1.value.size }
        default: return max(size, actual.size)
        }
    }
}

extension JSONValue {
    /// Size as WireMock counts it: one for a value, and one more for a list or an object within another.
    var size: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.sizeWithin }
        case .object(let object): object.reduce(1) { $0 + $1.value.sizeWithin }
        default: 1
        }
    }

    private var sizeWithin: Int {
        switch self {
        case .array, .object: 1 + size
        default: 1
        }
    }
}
