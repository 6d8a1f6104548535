/// How often something has to happen: ``once``, ``never``, ``exactly(_:)``, ``atLeast(_:)``, ``atMost(_:)``, ``between(_:_:)``.
public struct ExpectedCount: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number that it has to be. Nil when bounds say it.
    public var count: Int?
    /// The lower bound. Nil for none.
    public var atLeast: Int?
    /// The upper bound. Nil for none.
    public var atMost: Int?

    /// One time.
    public static let once = exactly(1)
    /// Not at all.
    public static let never = exactly(0)
    /// Exactly so many times.
    public static func exactly(_ count: Int) -> ExpectedCount {
        var expected = ExpectedCount()
        expected.count = count
        return expected
    }
    /// So many times or more.
    public static func atLeast(_ count: Int) -> ExpectedCount {
        var expected = ExpectedCount()
        expected.atLeast = count
        return expected
    }
    /// So many times or fewer.
    public static func atMost(_ count: Int) -> ExpectedCount {
        var expected = ExpectedCount()
        expected.atMost = count
        return expected
    }
    /// From the first number to the second one, both included.
    public static func between(_ lower: Int, _ upper: Int) -> ExpectedCount {
        var expected = atLeast(lower)
        expected.atMost = upper
        return expected
    }

    /// Whether this number is within the bounds.
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

    /// `never came`, `came once` or `came 2 times`.
    static func came(_ number: Int) -> String { number == 0 ? "never came" : "came \(times(number))" }

    /// `once` or `3 times`.
    static func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }
}
