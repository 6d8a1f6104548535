import HTTPMessage
import JSONDocument
import MockEngine
import Synchronization
import TestSupport
import Testing
import WorkPool

@testable import AdminAPI

@Suite struct JSONListStreamTests {
    private func text(of stream: JSONListStream) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1000)
        while true {
            let bell = Bell()
            let isAwake = Atomic(false)
            var span = buffer.mutableSpan
            var raw = span.mutableBytes
            let step = stream.read(into: &raw) {
                isAwake.store(true, ordering: .releasing)
                bell.ring()
            }
            switch step {
            case .bytes(let count): bytes += buffer[..<count]
            case .wait: #expect(bell.wait { isAwake.load(ordering: .acquiring) })
            case .end, .failed:
                stream.finish()
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    @Test(arguments: [0, 1, 2, 5000]) func theTextIsThatOfTheWholeValue(count: Int) {
        let rest: JSONObject = ["meta": ["total": JSONValue(count)], "done": true]
        @Sendable func element(_ place: Int) -> JSONValue {
            ["place": JSONValue(place), "text": .string(String(repeating: "x", count: 100))]
        }
        let stream = JSONListStream("list", count: count, rest: rest, work: WorkPool(threads: 1), element: element)
        var whole: JSONObject = ["list": .array((0..<count).map(element))]
        for (name, value) in rest { whole[name] = value }
        #expect(text(of: stream) == JSONValue.object(whole).text(.pretty))
    }

    /// Keeps what it is given in any case, until it is told to do it.
    private final class Full: WorkQueue {
        let kept = Mutex<(@Sendable () -> Void)?>(nil)
        func submit(_ work: @escaping @Sendable () -> Void) -> Bool { false }
        func submitInAnyCase(_ work: @escaping @Sendable () -> Void) { kept.withLock { $0 = work } }
    }

    @Test func aFullQueueNeitherStopsItNorHasItMadeHere() {
        let queue = Full()
        let stream = JSONListStream("list", count: 3, rest: [:], work: queue) { JSONValue($0) }
        var buffer = [UInt8](repeating: 0, count: 1000)
        /// Nil if nothing is there.
        func read() -> String? {
            var span = buffer.mutableSpan
            var raw = span.mutableBytes
            guard case .bytes(let count) = stream.read(into: &raw, wake: {}) else { return nil }
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
        #expect(read() == "{\n  \"list\" : [")
        #expect(read() == nil)
        queue.kept.withLock { $0 }?()
        #expect(read() == " 0, 1, 2 ]\n}")
    }
}
