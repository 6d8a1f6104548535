import Budget
import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import Handlebars
@testable import MockEngine

/// A body file that a template includes is charged for before it is read.
@Suite struct FileHelperTests {
    private final class File: BodyFile, BodyFileProvider {
        let size: Int
        let reads = Mutex(0)
        let asked = Mutex<[String]>([])
        private let text: String?

        init(size: Int) {
            self.size = size
            text = nil
        }

        init(_ text: String) {
            size = text.utf8.count
            self.text = text
        }

        var mediaType: String { "text/plain" }
        var body: BodySource { .bytes([]) }

        func bytes() -> [UInt8] {
            reads.withLock { $0 += 1 }
            return text.map { Array($0.utf8) } ?? Array(repeating: UInt8(ascii: "a"), count: size)
        }

        func sharedResponse(variant: (any AnyObject & Sendable)?, _ make: () -> Response) -> Response { make() }
        func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile {
            asked.withLock { $0.append(name) }
            return self
        }
    }

    private static func rendered(
        _ file: File, _ budget: WorkBudget = WorkBudget(), template: String = "{{size (file 'a.txt')}}",
        root: TemplateValue = .tree(.object([:]), .java)
    ) throws -> String {
        let context = HelperRequest.context()
        context.budget = budget
        context.includedFiles = IncludedFiles(RenderEnvironment(bodyFiles: file))
        let compiled = try CompiledTemplate.compile(template)
        return String(decoding: try compiled.render(root, in: context), as: UTF8.self)
    }

    @Test func aFileThatIsTooLargeIsNotRead() throws {
        let file = File(size: 3 << 30)
        let error = try #require(throws: TemplateError.self) { try Self.rendered(file, WorkBudget()) }
        #expect(error.message.contains("limits.templateOutputBytes"), "\(error)")
        #expect(file.reads.withLock { $0 } == 0)
    }

    @Test func aWorkerHandsOverBeforeItReads() throws {
        let file = File(size: 4_000_000)
        let budget = WorkBudget(pausingAfter: 1_000_000)
        #expect(throws: TemplateError.self) { try Self.rendered(file, budget) }
        #expect(budget.isPaused)
        #expect(file.reads.withLock { $0 } == 0)
    }

    @Test func aFileIsChargedByItsSize() throws {
        let budget = WorkBudget()
        #expect(try Self.rendered(File(size: 1_000_000), budget) == "1000000")
        #expect(budget.stepsLeft < 99_000_000)
    }

    @Test func theInlinePartialsOfAFileAreThereBehindIt() throws {
        let file = File("a{{#*inline 'row'}}<{{x}}>{{/inline}}")
        #expect(try Self.rendered(file, template: "{{file 'a.txt'}}{{#if true}}{{> row x=1}}{{/if}}") == "a<1>")
    }

    /// A parameter of the query is a list of its values, of which the first is printed.
    @Test func theNameMayComeFromTheRequest() throws {
        let file = File("text")
        let query: TemplateValue = .object(NamedValues([("f", "a.txt"), ("f", "b.txt")], .exact))
        let missing = "[ERROR: file: the name of a body file is missing]"
        #expect(
            try Self.rendered(file, template: "{{file f}}|{{file f.[1]}}|{{file g}}|{{file}}", root: query)
                == "text|text|\(missing)|\(missing)")
        #expect(file.asked.withLock { $0 } == ["a.txt", "b.txt"])
    }

    @Test func whatAHelperReadsMayBeAValueOfTheRequest() throws {
        let query: TemplateValue = .object(NamedValues([("l", "[1,2,3]"), ("n", "2"), ("n", "9"), ("m", "a"), ("m", "b")], .exact))
        let template = "{{page l size=2}}|{{page m size=1}}|{{range 1 n}}|{{rjust 'x' size=n}}"
        #expect(try Self.rendered(File(""), template: template, root: query) == #"[1,2]|["a"]|[1, 2]| x"#)
    }
}
