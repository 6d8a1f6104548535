import Synchronization
import Testing

@testable import MockEngine

struct WebhookQueueTests {
    /// What ends the webhooks that are under way.
    private final class Sent: Sendable {
        private let ends = Mutex<[@Sendable () -> Void]>([])
        var count: Int { ends.withLock { $0.count } }
        func note(_ end: @escaping @Sendable () -> Void) { ends.withLock { $0.append(end) } }
        func end(_ index: Int) { ends.withLock { $0[index] }() }
    }

    private let queue = WebhookQueue()
    private let sent = Sent()

    private func add() -> Bool { queue.add { [sent] done in sent.note(done) } }

    @Test func manyAreUnderWayAndTheNextWaitForTheirEnd() {
        for _ in 0..<WebhookQueue.maximumUnderWay { #expect(add()) }
        #expect(sent.count == WebhookQueue.maximumUnderWay)
        for _ in 0..<WebhookQueue.maximumWaiting { #expect(add()) }
        #expect(sent.count == WebhookQueue.maximumUnderWay)
        #expect(!add())
        #expect(queue.count == WebhookQueue.maximumUnderWay + WebhookQueue.maximumWaiting)
        sent.end(0)
        #expect(queue.count == WebhookQueue.maximumUnderWay + WebhookQueue.maximumWaiting - 1)
        #expect(sent.count == WebhookQueue.maximumUnderWay + 1)
        #expect(add() && !add())
    }

    @Test func itTellsWhenNoneIsDue() {
        let empty = Mutex(0)
        queue.whenEmpty { empty.withLock { $0 += 1 } }
        #expect(empty.withLock { $0 } == 1)
        for _ in 0...WebhookQueue.maximumUnderWay { #expect(add()) }
        queue.whenEmpty { empty.withLock { $0 += 1 } }
        for index in 0..<WebhookQueue.maximumUnderWay { sent.end(index) }
        #expect(empty.withLock { $0 } == 1)
        sent.end(WebhookQueue.maximumUnderWay)
        #expect(empty.withLock { $0 } == 2)
    }

    /// Each would begin the next within itself.
    @Test func thoseThatAreOverAtOnceNeedNoStack() {
        for _ in 0..<WebhookQueue.maximumUnderWay { #expect(add()) }
        let quick = Sent()
        #expect(add())
        for _ in 1..<WebhookQueue.maximumWaiting {
            let isAdded = queue.add { done in
                quick.note(done)
                done()
            }
            #expect(isAdded)
        }
        sent.end(0)
        #expect(quick.count == 0)
        sent.end(1)
        #expect(quick.count == WebhookQueue.maximumWaiting - 1)
    }
}
