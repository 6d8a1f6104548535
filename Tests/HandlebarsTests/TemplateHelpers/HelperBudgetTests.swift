import Budget
import HTTPMessage
import JSONDocument
import Synchronization
import Testing

@testable import Handlebars
@testable import MockEngine

/// Each helper is charged for what it reads. A new helper is tested by being in the registry.
@Suite struct HelperBudgetTests {
    private static let bytes = 20_000
    private static let limits = WorkBudget.Limits(steps: 2_000_000)

    /// Those that only pass a text on, or look whether it is empty. They are charged for their steps alone.
    private static let readNoText: Set = [
        "if", "unless", "each", "with", "lookup", "log", "and", "or", "not", "array", "arrayAdd", "arrayRemove", "val", "hostname", "file",
    ]
    /// Those that charge for a text themselves: a text that is parsed already costs nothing, and the last one is remembered.
    private static let payThemselves: Set = ["jsonPath", "parseJson", "xPath", "soapXPath"]

    /// Arguments with a long text, as helpers take them.
    private static let arguments = ["body", "body 'a'", "'a' body", "body 'a' 'b'", "body '+' 1", "1 body", "body size=5", "format=body"]

    private struct Context: TemplateContext {
        let inner = HelperRequest.context()
        let budget: WorkBudget?
        var nowMilliseconds: Int { inner.nowMilliseconds }
        func draw<T: Sendable>(_ what: String, show: (T) -> JSONValue, _ body: (inout SeededRandom) -> T) -> T {
            inner.draw(what, show: show, body)
        }
        func bodyFile(_ name: String, reading: (Int) throws(TemplateError) -> Void) throws(TemplateError) -> TemplateFile { .text("file") }
    }

    /// What a helper spends in one call.
    private static func spent(_ helper: String, _ arguments: String, _ text: String) throws -> (steps: Int, stop: WorkBudget.Stop?) {
        let template = try CompiledTemplate.compile("{{#if (\(helper) \(arguments))}}{{/if}}")
        let budget = WorkBudget()
        _ = try? template.render(.tree(.object(["body": .string(text)]), .java), in: Context(budget: budget))
        return (WorkBudget.Limits().steps - budget.stepsLeft, budget.stop)
    }

    @Test(arguments: TemplateHelperRegistry.closed.names.filter { !readNoText.contains($0) && !payThemselves.contains($0) })
    func aLongTextIsCharged(helper: String) throws {
        for arguments in Self.arguments {
            let (few, _) = try Self.spent(helper, arguments, "1")
            let (many, _) = try Self.spent(helper, arguments, String(repeating: "1", count: Self.bytes))
            #expect(many - few >= Self.bytes, "\(helper) \(arguments): \(few) steps for a byte, \(many) for \(Self.bytes)")
        }
    }

    @Test(arguments: TemplateHelperRegistry.closed.names.filter { !readNoText.contains($0) && !payThemselves.contains($0) })
    func aLoopEnds(helper: String) throws {
        let template = try CompiledTemplate.compile("{{#each (range 1 1000)}}{{#if (\(helper) body 'a' 'b')}}{{/if}}{{/each}}")
        let budget = WorkBudget(Self.limits)
        var message = ""
        do {
            let text = String(repeating: "1", count: Self.bytes)
            _ = try template.render(.tree(.object(["body": .string(text)]), .java), in: Context(budget: budget))
        } catch { message = error.message }
        // Some refuse the text: then nothing is read again.
        #expect(budget.stop == .steps(2_000_000) || !message.isEmpty, "\(helper) was not stopped")
    }

    @Test func whatReadsNoTextHasItsReason() {
        for name in Self.readNoText.union(Self.payThemselves) { #expect(TemplateHelperRegistry.closed[name]?.pace == 0, "\(name)") }
        let free = TemplateHelperRegistry.closed.names.filter { TemplateHelperRegistry.closed[$0]?.pace == 0 }
        #expect(Set(free) == Self.readNoText.union(Self.payThemselves))
    }

    /// A text that a helper makes without a charge of its own.
    @Test func aLongResultIsCharged() throws {
        struct Maker: TemplateHelper {
            let names = ["make"]
            func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { .text(String(repeating: "x", count: 10_000)) }
        }
        let template = try CompiledTemplate.compile(
            "{{#each (range 1 1000)}}{{#if (make)}}{{/if}}{{/each}}", helpers: TemplateHelperRegistry.closed.adding([Maker()]))
        let budget = WorkBudget(WorkBudget.Limits(bytes: 1_000_000))
        #expect(throws: TemplateError.self) { try template.render(.null, in: Context(budget: budget)) }
        #expect(budget.stop == .bytes(1_000_000))
    }

    /// Whoever reads its entries must have it prepare them, which charges them.
    private final class ChargedMap: TemplateObject {
        private let isPrepared = Atomic(false)
        private let isTooSoon = Atomic(false)
        var wasReadTooSoon: Bool { isTooSoon.load(ordering: .relaxed) }

        func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue { .null }
        func prepare(charging budget: WorkBudget?) { isPrepared.store(true, ordering: .relaxed) }
        var entries: [(name: String, value: TemplateValue)]? {
            if !isPrepared.load(ordering: .relaxed) { isTooSoon.store(true, ordering: .relaxed) }
            return [("a", .int(1))]
        }
    }

    @Test func theNamesInADefaultAreCharged() throws {
        let map = ChargedMap()
        let template = try CompiledTemplate.compile("{{jsonPath '{}' '$.a' default=this}}")
        let text = try template.render(.object(map), in: Context(budget: WorkBudget()))
        #expect(String(decoding: text, as: UTF8.self) == "{\n  \"a\" : 1\n}")
        #expect(!map.wasReadTooSoon)
    }

    /// Where the limits of templates are as large as a number can be, those of the request are left.
    @Test(arguments: [
        "randomValue length=9223372036854775806", "rjust 'a' size=9223372036854775807", "center 'a' size=4611686018427387904",
        "range 0 9223372036854770000", "stringFormat '%.9223372036854775807f' 1.5",
    ])
    func anythingAsLongAsANumberIsCharged(call: String) throws {
        var limits = TemplateLimits()
        limits.steps = .max
        limits.outputBytes = .max
        let template = try CompiledTemplate.compile("{{#if (\(call))}}{{/if}}", limits: limits)
        let budget = WorkBudget()
        #expect(throws: TemplateError.self) { try template.render(.null, in: Context(budget: budget)) }
        #expect(budget.stop == .steps(WorkBudget.Limits().steps))
    }

    @Test func aPartIsFoundByteByByte() {
        for (text, part, cut) in [
            ("aabaabaac", "aabaac", "aab"), ("aaaa", "aa", ""), ("aaa", "aa", "a"), ("a\r\nb", "\n", "a\rb"),
            ("", "a", ""), ("abc", "abcd", "abc"),
        ] {
            #expect(TextSearch(part).replacing(in: text, with: "") == cut, "\(text), \(part)")
            #expect(TextSearch(part).isFound(in: text) == (cut != text))
        }
        #expect(TextSearch("aa").count(in: "aaaaa") == 2)
    }
}
