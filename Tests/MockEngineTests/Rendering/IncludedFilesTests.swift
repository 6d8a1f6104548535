import Handlebars
import Synchronization
import Testing

@testable import MockEngine

@Suite struct IncludedFilesTests {
    /// A template may make the name of a whole request.
    @Test func onlyFilesThatAreThereAreKept() throws {
        let included = IncludedFiles(RenderEnvironment(bodyFiles: Rendering.Files(["a.txt": Rendering.File("a {{now}}")])))
        for name in ["b.txt", "a.txt", String(repeating: "c", count: 100_000)] {
            _ = try? included.file(name) { (_: Int) throws(TemplateError) in }
        }
        #expect(included.files.withLock { Array($0.keys) } == ["a.txt"])
    }
}
