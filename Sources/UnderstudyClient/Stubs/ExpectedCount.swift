/// How often something has to happen: ``once``, ``never``, ``exactly(_:)``, ``atLeast(_:)``, ``atMost(_:)``, ``between(_:_:)``.
public struct ExpectedCount: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Exactly that often.
    public var count: Int?
    /// That often or more.
    public var atLeast: Int?
    /// That often or less.
    public var atMost: Int?

    /// Exactly once.
    public static let once = exactly(1)
    /// Not at all.
    public static let never = exactly(0)
    /// Exactly that often.
    public static func exactly(_ count: Int) -> ExpectedCount {
        var expected = ExpectedCount()
        expected.count = count
        return expected
    }
    /// That often or more.
    public static func atLeast(_ count: Int) -> ExpectedCount {
        var expected = ExpectedCount()
        expected.atLeast = count
        return expected
    }
    /// That often or less.
    public static func atMost(_ count: Int) -> ExpectedCount {
        var expected = ExpectedCount()
        expected.atMost = count
        return expected
    }
    /// Within these bounds.
    public static func between(_ lower: Int, _ upper: Int) -> ExpectedCount {
        var expected = atLeast(lower)
        expected.atMost = upper
        return expected
    }

    /// Whether a number is right.
    public func isMet(by number: Int) -> Bool {
        if let count, number != count { return false }
        if let atLeast, number < atLeast { return false }
        if let atMost, number > atMost { return false }
        return true
    }

    /// Such as `exactly once` or `at least 2 times`.
    public var description: String {
        if let count { return "exactly \(Self.times(count))" }
        switch (atLeast, atMost) {
        case (let lower?, let upper?): return "\(lower) to \(upper) times"
        case (let lower?, nil): return "at least \(Self.times(lower))"
        case (nil, let upper?): return "at most \(Self.times(upper))"
        case (nil, nil): return "any number of times"
        }
    }

    /// Such as `once` or `3 times`.
    /// `never came`, `came once` or `came 2 times`.
    static func came(_ number: Int) -> String { number == 0 ? "never came" : "came \(times(number))" }

    static func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }
}
