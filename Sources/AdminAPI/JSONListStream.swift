internal import HTTPMessage
internal import JSONDocument
internal import Synchronization

/// A long list as JSON that is made while it is sent, a few elements at a time, on the work queue, however full that is. So no worker
/// blocks, and the memory never holds all of it.
final class JSONListStream: BodyStream {
    /// The number of bytes to make at a time, roughly.
    private static let stretch = 256 << 10

    private struct State {
        var ready: [UInt8] = []
        var sent = 0
        var nextElement = 0
        var isWorking = false
        var isOver = false
        var wake: (@Sendable () -> Void)?
    }

    private let count: Int
    private let element: @Sendable (Int) -> JSONValue
    private let closing: [UInt8]
    private let work: any WorkQueue
    private let state: Mutex<State>

    /// - Parameters:
    ///   - opening: the text up to and including the list's bracket.
    ///   - closing: the text after the list's last bracket.
    ///   - element: returns the element at an index.
    init(
        opening: String, closing: [UInt8], count: Int, work: any WorkQueue, element: @escaping @Sendable (Int) -> JSONValue
    ) {
        self.count = count
        self.element = element
        self.closing = closing
        self.work = work
        state = Mutex(State(ready: Array(opening.utf8)))
    }

    /// - Parameters:
    ///   - name: the list's name; the list is the first member of the object.
    ///   - rest: the members after the list.
    convenience init(
        _ name: String, count: Int, rest: JSONObject, work: any WorkQueue, element: @escaping @Sendable (Int) -> JSONValue
    ) {
        // The rest without its opening brace, after a comma.
        let closing = rest.isEmpty ? Array("\n}".utf8) : [UInt8(ascii: ",")] + JSONValue.object(rest).bytes(.pretty).dropFirst()
        self.init(
            opening: "{\n  \(JSONValue.string(name).text()) : [", closing: closing, count: count, work: work, element: element)
    }

    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep {
        let (bytes, isOver, mustWork): (ArraySlice<UInt8>, Bool, Bool) = state.withLock { state in
            let bytes = state.ready[state.sent...].prefix(buffer.byteCount)
            state.sent += bytes.count
            if !bytes.isEmpty || state.isOver { return (bytes, state.isOver, false) }
            state.wake = wake
            defer { state.isWorking = true }
            return (bytes, false, !state.isWorking)
        }
        if !bytes.isEmpty {
            for (offset, byte) in bytes.enumerated() { buffer.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
            return .bytes(bytes.count)
        }
        if isOver { return .end }
        if mustWork { work.submitInAnyCase { [self] in makeStretch() } }
        return .wait
    }

    func finish() { state.withLock { $0.isOver = true } }

    private func makeStretch() {
        var place = state.withLock { $0.nextElement }
        var bytes: [UInt8] = []
        while place < count, bytes.count < Self.stretch {
            bytes += (place == 0 ? " " : ", ").utf8
            element(place).write(to: &bytes, .pretty, level: 1)
            place += 1
        }
        if place == count {
            bytes += " ]".utf8
            bytes += closing
            place += 1
        }
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            state.ready = bytes
            state.sent = 0
            state.nextElement = place
            state.isWorking = false
            if bytes.isEmpty { state.isOver = true }
            defer { state.wake = nil }
            return state.wake
        }
        wake?()
    }
}

extension AdminCall {
    /// Shorter lists are sent whole, with their length.
    private static let longestWholeList = 200

    /// An object whose first member is a list.
    func list<Elements: RandomAccessCollection & Sendable>(
        _ name: String, _ elements: Elements, _ rest: JSONObject, _ json: @escaping @Sendable (Elements.Element) -> JSONValue
    ) -> AdminReply where Elements.Index == Int {
        guard let work = services.work, elements.count > Self.longestWholeList else {
            var object: JSONObject = [name: .array(elements.map(json))]
            for (name, value) in rest { object[name] = value }
            return .json(.object(object))
        }
        var reply = AdminReply(status: 200)
        reply.headers.append(name: "Content-Type", value: "application/json")
        reply.stream = JSONListStream(name, count: elements.count, rest: rest, work: work) { json(elements[$0]) }
        return reply
    }
}
