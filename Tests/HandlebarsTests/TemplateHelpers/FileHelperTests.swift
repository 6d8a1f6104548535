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
        func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile { self }
    }

    private static func rendered(
        _ file: File, _ budget: WorkBudget = WorkBudget(), template: String = "{{size (file 'a.txt')}}"
    ) throws -> String {
        let context = HelperRequest.context()
        context.budget = budget
        context.includedFiles = IncludedFiles(RenderEnvironment(bodyFiles: file))
        let compiled = try CompiledTemplate.compile(template)
        return String(decoding: try compiled.render(.tree(.object([:]), .java), in: context), as: UTF8.self)
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
}
