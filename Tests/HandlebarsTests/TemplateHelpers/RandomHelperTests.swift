import JSONDocument
import Testing

@testable import Handlebars
@testable import MockEngine

/// Draws come from the session's seed, and are recorded for the journal.
@Suite struct RandomHelperTests {
    private static let everything =
        "{{randomValue}} {{randomValue type='UUID'}} {{randomInt lower=1 upper=100}} {{randomDecimal lower=-1 upper=1}} {{pickRandom 'a' 'b' 'c'}}"

    @Test func sameSeedSameValues() throws {
        let first = try HelperRequest.body(Self.everything, seed: 5)
        #expect(try HelperRequest.body(Self.everything, seed: 5) == first)
        #expect(try HelperRequest.body(Self.everything, seed: 6) != first)
    }

    @Test func whatIsPickedStaysWhatItIs() throws {
        #expect(try HelperRequest.body(#"{{lookup (pickRandom (array (parseJson '{"level":1}'))) 'level'}}"#) == "1")
    }

    @Test func drawsAreKept() throws {
        let context = HelperRequest.context(seed: 3)
        let template = try #require(try CompiledTemplate.compileStretch(of: Self.everything))
        _ = try template.render(.null, in: context)
        #expect(context.draws.draws.map(\.what) == ["randomValue", "randomValue", "randomInt", "randomDecimal", "pickRandom"])
    }

    @Test(arguments: [
        ("ALPHANUMERIC", "[a-z0-9]{200}"), ("ALPHABETIC", "[a-z]{200}"), ("NUMERIC", "[0-9]{200}"), ("HEXADECIMAL", "[a-f0-9]{200}"),
        ("ALPHANUMERIC_AND_SYMBOLS", "[!-}]{200}"), ("else", "[ -~]{200}"),
        ("UUID", "[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}"),
    ])
    func typesOfValues(_ type: String, _ pattern: String) throws {
        let value = try HelperRequest.body("{{randomValue type='\(type)' length=200}}")
        #expect(value.wholeMatch(of: try Regex(pattern)) != nil, "\(value)")
    }

    @Test func casesAndBounds() throws {
        #expect(try HelperRequest.body("{{randomValue type='HEXADECIMAL' length=50 uppercase=true}}").allSatisfy { !$0.isLowercase })
        #expect(try HelperRequest.body("{{randomValue length=0}}") == "")
        #expect(try HelperRequest.body("{{randomInt lower=5 upper=6}}|{{randomInt lower=-5 upper=-4}}") == "5|-5")
        for seed in UInt64(0)..<200 {
            let value = try #require(Double(try HelperRequest.body("{{randomDecimal lower=-10.1 upper=-10}}", seed: seed)))
            #expect((-10.1 ..< -10).contains(value))
        }
        #expect(HelperRequest.failure("{{randomInt lower=5 upper=5}}")?.contains("bound must be greater") == true)
        #expect(HelperRequest.failure("{{randomInt lower='a'}}")?.contains("For input string") == true)
        #expect(HelperRequest.failure("{{randomValue length=999999999}}")?.contains("limits.templateOutputBytes") == true)
    }

    /// A hundred bytes are a step, as of any text.
    @Test func aLongValueIsCountedOnce() throws {
        var limits = TemplateLimits()
        limits.steps = 150
        let template = try #require(try CompiledTemplate.compileStretch(of: "{{randomValue length=10000}}", limits: limits))
        #expect(try template.render(.null, in: HelperRequest.context()).count == 10_000)
    }

    @Test func picks() throws {
        #expect(
            try HelperRequest.body(
                "{{pickRandom 'a' 'a'}}|{{pickRandom (array 'z' 'z')}}|{{pickRandom 1}}|{{size (pickRandom (array 1 2 3) count=2)}}")
                == "a|z|1|2")
        #expect(
            try HelperRequest.body("{{pickRandom nope}}")
                == "[ERROR: Must specify either a single list argument or a set of single value arguments.]")
    }
}
