import FileStore
import FixtureStore
import HTTPMessage
import MockEngine
import Placeholders
import Synchronization
import TestSupport
import Testing

@testable import UnderstudyService

/// What files and pictures that take time get when the work pool is full: they never occupy the wire's thread.
@Suite(.timeLimit(.minutes(5))) struct BusyContentsTests {
    /// Has no room, so that whatever runs all the same runs on the caller's thread.
    private final class FullQueue: WorkQueue {
        func submit(_ work: @escaping @Sendable () -> Void) -> Bool { false }
    }

    private func status(of content: Content) throws -> (status: Int, reason: String) {
        let given = Mutex<Content?>(nil)
        // Both sources give their content before they return.
        if case .later(let start) = content { start { content in given.withLock { $0 = content } } }
        guard case .failed(let plan, let reason) = try #require(given.withLock { $0 }) else { return (0, "") }
        #expect(plan.response.headers.values("Retry-After") == ["1"])
        return (plan.response.status, reason)
    }

    @Test func aPictureIsRefused() throws {
        let engine = MockEngine(EngineEnvironment(), .manual())
        let contents = PlaceholderContents(PictureMaker(), FullQueue(), otherwise: nil)
        for size in ["40x30", "4000x3000"] {
            let (status, reason) = try status(
                of: contents.content(for: Request(target: "/__placeholder/\(size).png"), in: engine.session))
            #expect(status == 503)
            #expect(reason == "The picture was not made: the queue of the work pool is full.")
        }
    }

    @Test func aLargeFileIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write("__files/large.bin", String(repeating: "x", count: FileStore.quickBytes + 1))
        let engine = MockEngine(EngineEnvironment(), .manual())
        let contents = FileContents(files: StaticFiles(try FixtureFolder(folder.path)), work: FullQueue())
        let (status, reason) = try status(of: contents.content(for: Request(target: "/large.bin"), in: engine.session))
        #expect(status == 503)
        #expect(reason == "The file was not read: the queue of the work pool is full.")
    }
}
