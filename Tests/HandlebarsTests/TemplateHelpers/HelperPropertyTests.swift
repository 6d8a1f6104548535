import Budget
import HTTPMessage
import JSONDocument
import Synchronization
import Testing

@testable import Handlebars
@testable import MockEngine

/// What helpers say of themselves, against what they do.
@Suite struct HelperPropertyTests {
    private static let helpers = TemplateHelperRegistry.closed.adding([PresignedHelper()])
    /// Arguments with which each helper reads its block, if it does at all.
    private static let arguments = ["'x'", "'{}'", "'[]'", "one", "many", "none"]

    /// What a template looks up in the objects of this test.
    private final class Lookups: Sendable {
        private let names = Mutex<Set<String>>([])
        var all: Set<String> { names.withLock { $0 } }
        func note(_ name: String) { names.withLock { _ = $0.insert(name) } }
    }

    /// Notes its name when its member `name` is looked up.
    private final class Noting: TemplateObject {
        private let name: String
        private let others: [String: TemplateValue]
        private let lookups: Lookups

        init(_ name: String, _ lookups: Lookups, _ others: [String: TemplateValue] = [:]) {
            (self.name, self.others, self.lookups) = (name, others, lookups)
        }

        func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
            if name == "name" {
                lookups.note(self.name)
                return .text(self.name)
            }
            return others[name] ?? .null
        }
    }

    /// Renders a template without a request.
    /// - Returns: the objects in which `name` was looked up, whether `@index` is there, and the variables that are set.
    private static func render(_ text: String) throws -> (lookups: Set<String>, hasIndex: Bool, variables: Set<String>) {
        let lookups = Lookups()
        let inner = TemplateValue.object(Noting("inner", lookups))
        let root = TemplateValue.object(Noting("root", lookups, ["one": inner, "many": .list([inner, inner])]))
        let template = try #require(try CompiledTemplate.compileStretch(of: text, helpers: helpers))
        let renderer = TemplateRenderer(template, root: root, context: HelperRequest.context(), data: [:])
        // What a helper says of these arguments is of no interest.
        try? renderer.render(template.nodes, TemplateFrame(root))
        let hasIndex = renderer.output.firstRange(of: Array("index-1".utf8)) != nil
        return (lookups.all, hasIndex, Set(renderer.variables.keys))
    }

    /// Calls with up to two arguments.
    private static var calls: [String] {
        [""] + arguments.flatMap { first in [first] + arguments.map { "\(first) \($0)" } }
    }

    @Test(arguments: helpers.names)
    func aHelperSaysWhatTheContextOfItsBlockIs(name: String) throws {
        let helper = try #require(Self.helpers[name])
        var lookups: Set<String> = []
        var hasIndex = false
        for call in Self.calls {
            // A block that is kept renders in the context of the call that renders it.
            let block = "{{#\(name) \(call)}}{{name}}index-{{@index}}{{/\(name)}}{{#with one}}{{#block 'x'}}{{/block}}{{/with}}"
            let found = try Self.render(block)
            lookups.formUnion(found.lookups)
            if found.hasIndex { hasIndex = true }
        }
        switch helper.blockContext {
        case nil: #expect(lookups == [] && !helper.needsBlock)
        case .kept: #expect(lookups == ["root"] && !hasIndex)
        case .elements: #expect(lookups.contains("inner") && hasIndex)
        case .other: #expect(lookups.contains("inner") && !hasIndex)
        }
    }

    @Test(arguments: helpers.names)
    func aHelperNamesTheVariablesThatItSets(name: String) throws {
        let further = ["'x' '(.)' 'y'", "'a=b' 'y'", "'{}' 'y'", "'y' assign='z'", "'y' z='1'"]
        for call in Self.calls.dropFirst() + further {
            for text in ["{{\(name) \(call)}}", "{{#\(name) \(call)}}{}{{/\(name)}}"] {
                let template = try #require(try CompiledTemplate.compileStretch(of: text, helpers: Self.helpers))
                let names = template.calls.flatMap { $0.helper.variables(setBy: $0) }.map { $0?.printed }
                // Nil is a name that is known only when it is rendered.
                let unnamed = names.contains(nil) ? [] : try Self.render(text).variables.subtracting(names.compactMap(\.self))
                #expect(unnamed == [], "\(text)")
            }
        }
    }

    @Test(arguments: helpers.names)
    func aFlagIsAnOption(name: String) throws {
        let helper = try #require(Self.helpers[name])
        #expect(helper.flags.allSatisfy { helper.options?.contains($0) ?? true })
    }
}
