import Dispatch
import Glibc
import HTTPMessage
import Synchronization
import Testing

@testable import WorkPool

@Suite(.timeLimit(.minutes(5))) struct WorkPoolTests {
    private final class Counter: Sendable {
        private let number = Atomic(0)
        var value: Int { number.load(ordering: .relaxed) }
        func add(_ count: Int) { number.add(count, ordering: .relaxed) }
    }

    /// Work that runs until it is released.
    private final class Obstacle: Sendable {
        private let begun = DispatchSemaphore(value: 0)
        private let way = DispatchSemaphore(value: 0)

        func block() {
            begun.signal()
            way.wait()
        }
        func waitUntilBegun() { begun.wait() }
        func clear() { way.signal() }
    }

    @Test func workRunsOnAnotherThreadInTheOrderOfSubmission() {
        let pool = WorkPool(threads: 1)
        let caller = pthread_self()
        let seen = Mutex<[Int]>([])
        let onCaller = Counter()
        for number in 0..<100 {
            #expect(
                pool.submit {
                    if pthread_equal(caller, pthread_self()) != 0 { onCaller.add(1) }
                    seen.withLock { $0.append(number) }
                })
        }
        pool.stop()
        #expect(seen.withLock { $0 } == Array(0..<100))
        #expect(onCaller.value == 0)
    }

    @Test func noThreadIsStartedBeforeThereIsWork() {
        let pool = WorkPool()
        #expect(pool.threadCount == 0)
        pool.stop()
    }

    @Test func aBusyThreadDoesNotHoldUpTheNextPiece() {
        let pool = WorkPool(threads: 2)
        let obstacle = Obstacle()
        let done = DispatchSemaphore(value: 0)
        #expect(pool.submit { obstacle.block() })
        obstacle.waitUntilBegun()
        #expect(pool.submit { done.signal() })
        done.wait()
        #expect(pool.threadCount == 2)
        obstacle.clear()
        pool.stop()
        #expect(pool.threadCount == 0)
    }

    @Test func thereAreNoMoreThreadsThanTold() {
        let pool = WorkPool(threads: 2)
        let obstacles = [Obstacle(), Obstacle()]
        for obstacle in obstacles {
            #expect(pool.submit { obstacle.block() })
            obstacle.waitUntilBegun()
        }
        for _ in 0..<20 { #expect(pool.submit {}) }
        #expect(pool.threadCount == 2)
        for obstacle in obstacles { obstacle.clear() }
        pool.stop()
    }

    @Test func aFullQueueRefusesAndTakesMoreWhenThereIsRoom() {
        let pool = WorkPool(threads: 1, queueLimit: 3)
        let obstacle = Obstacle()
        let done = Counter()
        #expect(pool.submit { obstacle.block() })
        obstacle.waitUntilBegun()
        for _ in 0..<2 { #expect(pool.submit { done.add(1) }) }
        let isEmpty = DispatchSemaphore(value: 0)
        #expect(
            pool.submit {
                done.add(1)
                isEmpty.signal()
            })
        #expect(pool.queuedCount == 3)
        #expect(pool.unfinishedCount == 4)
        #expect(!pool.submit { done.add(100) })
        obstacle.clear()
        isEmpty.wait()
        #expect(pool.submit { done.add(1) })
        pool.stop()
        #expect(done.value == 4)
        #expect(pool.unfinishedCount == 0)
    }

    @Test func whatCannotBeRefusedIsQueuedBeyondTheLimit() {
        let pool = WorkPool(threads: 1, queueLimit: 1)
        let obstacle = Obstacle()
        let done = Counter()
        #expect(pool.submit { obstacle.block() })
        obstacle.waitUntilBegun()
        #expect(pool.submit { done.add(1) })
        #expect(!pool.submit { done.add(100) })
        for _ in 0..<5 { pool.submitInAnyCase { done.add(1) } }
        #expect(pool.queuedCount == 6 && done.value == 0)
        obstacle.clear()
        pool.stop()
        #expect(done.value == 6)
        // A stopped pool has it done at once.
        pool.submitInAnyCase { done.add(1) }
        #expect(done.value == 7)
    }

    @Test func stoppingDoesWhatIsQueuedAndRefusesTheRest() {
        let pool = WorkPool(threads: 2)
        let obstacle = Obstacle()
        let done = Counter()
        #expect(pool.submit { obstacle.block() })
        obstacle.waitUntilBegun()
        for _ in 0..<200 { #expect(pool.submit { done.add(1) }) }
        obstacle.clear()
        pool.stop()
        #expect(done.value == 200)
        #expect(!pool.submit {})
        pool.stop()
    }

    @Test func aPoolThatIsLetGoOfDoesWhatIsQueued() {
        let done = Counter()
        var pool: WorkPool? = WorkPool(threads: 2)
        for _ in 0..<50 { #expect(pool?.submit { done.add(1) } == true) }
        pool = nil
        #expect(done.value == 50)
    }

    @Test func aPieceOfWorkMayStopThePool() {
        let pool = WorkPool(threads: 2)
        let stopped = DispatchSemaphore(value: 0)
        #expect(
            pool.submit {
                pool.stop()
                stopped.signal()
            })
        stopped.wait()
        #expect(!pool.submit {})
    }

    @Test func itTellsWhenItHasBecomeQuiet() {
        let pool = WorkPool(threads: 1)
        let quiet = DispatchSemaphore(value: 0)
        pool.whenQuiet { quiet.signal() }
        for _ in 0..<2 {
            #expect(pool.submit {})
            #expect(quiet.wait(timeout: .now() + 60) == .success)
        }
        pool.stop()
    }

    /// A pool that always has work is never quiet, and must give back memory nevertheless.
    @Test func aPoolThatIsBusyForTooLongCountsAsQuiet() {
        let pool = WorkPool(threads: 1, longestBusy: .zero)
        let told = Counter()
        let (begin, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let seen = Counter()
        pool.whenQuiet { told.add(1) }
        #expect(pool.submit { begin.wait() })
        #expect(
            pool.submit {
                seen.add(told.value)
                done.signal()
            })
        begin.signal()
        #expect(done.wait(timeout: .now() + 60) == .success)
        pool.stop()
        #expect(seen.value == 1)
    }

    @Test func manyThreadsMaySubmit() {
        let pool = WorkPool(threads: 3, queueLimit: 100_000)
        let done = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1_000 { _ = pool.submit { done.add(1) } }
        }
        pool.stop()
        #expect(done.value == 8_000)
    }

    @Test func aReplyIsMadeOnThePoolAndBusyWhenThereIsNoRoom() throws {
        let pool = WorkPool(threads: 1)
        guard case .later(let deferred) = pool.reply({ WirePlan(.text(200, "made")) }) else {
            Issue.record("the plan was not deferred")
            return
        }
        let done = DispatchSemaphore(value: 0)
        let status = Counter()
        deferred.whenFulfilled {
            status.add($0.response.status)
            done.signal()
            return true
        }
        done.wait()
        #expect(status.value == 200)
        pool.stop()
        guard case .plan(let busy) = pool.reply({ WirePlan(.text(200, "made")) }) else {
            Issue.record("a stopped pool made a promise")
            return
        }
        #expect(busy.response.status == 503)
        #expect(busy.response.headers.first("Retry-After") == "1")
    }
}
