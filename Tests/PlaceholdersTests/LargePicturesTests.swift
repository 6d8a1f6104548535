import HTTPMessage
import Synchronization
import Testing

@testable import Placeholders

@Suite struct LargePicturesTests {
    /// Keeps the work for the test to run.
    private final class Threads: WorkQueue {
        let works = Mutex<[@Sendable () -> Void]>([])
        let isFull = Atomic(false)

        func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
            if isFull.load(ordering: .relaxed) { return false }
            works.withLock { $0.append(work) }
            return true
        }

        func runNext() { works.withLock { $0.removeFirst() }() }
    }

    private final class Events: Sendable {
        let list = Mutex<[String]>([])
        func add(_ event: String) { list.withLock { $0.append(event) } }
    }

    @Test func oneThatWaitsOccupiesNoThread() throws {
        let threads = Threads()
        let events = Events()
        let maker = PictureMaker()
        let large = try PlaceholderForm("2000x2000.png")
        // As from two requests: each has a queue of its own over the maker's pictures.
        let first = maker.queue(for: large, over: threads).submit {
            events.add("first begins")
            // Another thread takes the second picture while the first is made, and is free at once.
            threads.runNext()
            events.add("second thread is free")
        }
        let second = maker.queue(for: large, over: threads).submit { events.add("second") }
        #expect(first && second)
        threads.runNext()
        #expect(events.list.withLock { $0 } == ["first begins", "second thread is free", "second"])
        // The next one begins as the first did.
        let third = maker.queue(for: large, over: threads).submit { events.add("third") }
        #expect(third)
        threads.runNext()
        #expect(events.list.withLock { $0.last } == "third")
    }

    @Test func smallPicturesDoNotWait() throws {
        let threads = Threads()
        let maker = PictureMaker()
        #expect(maker.queue(for: try PlaceholderForm("640x480.png"), over: threads) === threads)
        #expect(maker.queue(for: try PlaceholderForm("4032x3024.png"), over: threads) !== threads)
    }

    @Test func aFullQueueRefusesLargePictures() throws {
        let threads = Threads()
        threads.isFull.store(true, ordering: .relaxed)
        let queue = PictureMaker().queue(for: try PlaceholderForm("4032x3024.png"), over: threads)
        #expect(!queue.submit {})
    }
}
