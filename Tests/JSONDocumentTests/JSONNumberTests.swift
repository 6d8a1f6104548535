import JSONDocument
import TestSupport
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: [
        ("1", "1.0"), ("10", "1e1"), ("10", "1.0E+1"), ("0.5", "5e-1"), ("-0", "0"), ("0e99", "0.00"), ("100", "0.1e3"),
        ("1.25", "125e-2"), ("0.00120", "12e-4"), ("12345678901234567890123", "1.2345678901234567890123e22"),
    ])
    func equalByValueWithEqualHashes(left: String, right: String) {
        let left = JSONNumber(validated: left)
        let right = JSONNumber(validated: right)
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(!(left < right) && !(right < left))
    }

    @Test(arguments: [
        ("-1", "1"), ("0.1", "0.1000000000000000055511151231257827"), ("9007199254740992", "9007199254740993"), ("1e-999", "1e-998"),
        ("-2", "-1"), ("-1e3", "0"), ("0", "1e-9"), ("9", "10"), ("1.09", "1.1"), ("-1.1", "-1.09"), ("1", "1.0000000000000000001"),
    ])
    func differentValuesAreOrdered(smaller: String, larger: String) {
        let smaller = JSONNumber(validated: smaller)
        let larger = JSONNumber(validated: larger)
        #expect(smaller != larger)
        #expect(smaller < larger)
        #expect(!(larger < smaller))
    }

    @Test func wholeNumbersAreExactMachineNumbersIfTheyFit() {
        let cases: [(String, Int?)] = [
            ("5", 5), ("5.0", 5), ("5e2", 500), ("0.5e1", 5), ("-0.0", 0), ("0.5", nil), ("9223372036854775807", .max),
            ("9223372036854775807.0", .max), ("-9223372036854775808.0", .min), ("9223372036854775808", nil),
            ("9007199254740993.0", 9_007_199_254_740_993),
            ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("1e999999999999999999999", nil), ("1e-1", nil),
        ]
        for (text, value) in cases { #expect(JSONNumber(validated: text).int == value, "\(text)") }
        #expect(JSONNumber(validated: "1e400").isWhole)
        #expect(!JSONNumber(validated: "1e-400").isWhole)
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775806", "-9223372036854775807", "-9223372036854775808", "99999999999999999999"])
    func exponentsAtTheEndsOfIntegersAreCompared(exponent: String) {
        let number = JSONNumber(validated: "12.5e\(exponent)")
        let isTiny = exponent.hasPrefix("-")
        #expect(number == JSONNumber(validated: "12.50e\(exponent)"))
        #expect(number != JSONNumber(validated: "125.0e\(exponent)"))
        #expect((number < JSONNumber(validated: "1")) == isTiny)
        #expect(number.hashValue == JSONNumber(validated: "12.50e\(exponent)").hashValue)
        #expect(number.int == nil)
        #expect(number.isWhole == !isTiny)
        #expect(number.isMultiple(of: JSONNumber(validated: "2.5")) == !isTiny)
        #expect(!JSONNumber(validated: "7").isMultiple(of: JSONNumber(validated: "3e\(exponent)")))
    }

    @Test func doublesPrintSoThatTheyReadBack() throws {
        let cases: [(Double, String)] = [
            (5, "5.0"), (0.1, "0.1"), (1e21, "1e+21"), (-2.5, "-2.5"), (.nan, "0"), (.infinity, "0"), (123456789, "123456789.0"),
        ]
        for (value, text) in cases { #expect(JSONNumber(value).text == text) }
        for value in [1e-7, 1.7976931348623157e308, Double.leastNonzeroMagnitude, 1e16] {
            #expect(try JSONValue.parse(JSONNumber(value).text.utf8).double == value)
        }
    }

    /// Short texts are compared as doubles, long ones digit by digit.
    @Test func shortDecimalsAreComparedAsExactlyAsLongOnes() {
        var random = SeededGenerator()
        let seed = random.seed
        func numbers() -> (short: String, long: String) {
            let digits = String(Int.random(in: 0...99_999_999, using: &random))
            let fraction = String(Int.random(in: 0...9_999, using: &random))
            let short = (Bool.random(using: &random) ? "-" : "") + "\(digits).\(fraction)"
            return (short, short + String(repeating: "0", count: 20))
        }
        for _ in 0..<2_000 {
            let left = numbers()
            let right = Bool.random(using: &random) ? left : numbers()
            let short = (JSONNumber(validated: left.short), JSONNumber(validated: right.short))
            let long = (JSONNumber(validated: left.long), JSONNumber(validated: right.long))
            #expect((short.0 == short.1) == (long.0 == long.1), "\(left.short) and \(right.short), seed \(seed)")
            #expect((short.0 < short.1) == (long.0 < long.1), "\(left.short) and \(right.short), seed \(seed)")
            #expect(short.0 == long.0 && short.0.hashValue == long.0.hashValue, "\(left.short), seed \(seed)")
        }
    }
}
