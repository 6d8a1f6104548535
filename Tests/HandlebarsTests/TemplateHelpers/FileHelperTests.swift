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

        init(size: Int) { self.size = size }

        var mediaType: String { "text/plain" }
        var body: BodySource { .bytes([]) }

        func bytes() -> [UInt8] {
            reads.withLock { $0 += 1 }
            return Array(repeating: UInt8(ascii: "a"), count: size)
        }

        func sharedResponse(variant: (any AnyObject & Sendable)?, _ make: () -> Response) -> Response { make() }
        func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile { self }
    }

    private static func rendered(_ file: File, _ budget: WorkBudget) throws -> String {
        let context = HelperRequest.context()
        context.budget = budget
        context.includedFiles = IncludedFiles(RenderEnvironment(bodyFiles: file))
        let template = try CompiledTemplate.compile("{{size (file 'a.txt')}}")
        return String(decoding: try template.render(.tree(.object([:]), .java), in: context), as: UTF8.self)
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
}
