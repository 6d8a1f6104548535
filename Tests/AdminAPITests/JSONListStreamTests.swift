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

    @Test func aFullQueueDoesNotStopIt() {
        final class Full: WorkQueue { func submit(_ work: @escaping @Sendable () -> Void) -> Bool { false } }
        let stream = JSONListStream("list", count: 3, rest: [:], work: Full()) { JSONValue($0) }
        #expect(text(of: stream) == "{\n  \"list\" : [ 0, 1, 2 ]\n}")
    }
}
