internal import JSONDocument

/// Compares the number that the value is with one in the pattern.
protocol NumberMatcher: ValueMatcher {
    /// The comparison, for messages.
    static var sign: String { get }
    static func holds(_ number: Double, _ bound: Double) -> Bool
    var bound: NumberBound { get }
    init(bound: NumberBound)
}

extension NumberMatcher {
    var expectation: String { "\(Self.sign) \(bound.text)" }

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let bound = NumberBound(&fields, Self.key) else { return nil }
        self.init(bound: bound)
    }

    func matches(_ subject: MatchSubject) -> Bool { bound.number(subject).map { Self.holds($0, bound.value) } ?? false }
}

/// `{"equalToNumber": 5}`: the value is that number, however it is written.
struct EqualToNumberMatcher: NumberMatcher {
    static let key = "equalToNumber"
    static let sign = "=="
    let bound: NumberBound

    static func holds(_ number: Double, _ bound: Double) -> Bool { number == bound }
}

/// `{"greaterThanEqualNumber": 5}`: the value is that number or a larger one.
struct GreaterThanEqualNumberMatcher: NumberMatcher {
    static let key = "greaterThanEqualNumber"
    static let sign = ">="
    let bound: NumberBound

    static func holds(_ number: Double, _ bound: Double) -> Bool { number >= bound }
}

/// `{"greaterThanNumber": 5}`: the value is a larger number.
struct GreaterThanNumberMatcher: NumberMatcher {
    static let key = "greaterThanNumber"
    static let sign = ">"
    let bound: NumberBound

    static func holds(_ number: Double, _ bound: Double) -> Bool { number > bound }
}

/// `{"lessThanEqualNumber": 5}`: the value is that number or a smaller one.
struct LessThanEqualNumberMatcher: NumberMatcher {
    static let key = "lessThanEqualNumber"
    static let sign = "<="
    let bound: NumberBound

    static func holds(_ number: Double, _ bound: Double) -> Bool { number <= bound }
}

/// `{"lessThanNumber": 5}`: the value is a smaller number.
struct LessThanNumberMatcher: NumberMatcher {
    static let key = "lessThanNumber"
    static let sign = "<"
    let bound: NumberBound

    static func holds(_ number: Double, _ bound: Double) -> Bool { number < bound }
}
