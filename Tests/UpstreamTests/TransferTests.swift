import HTTPMessage
import Synchronization
import Testing

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct TransferTests {
    private final class Told: Sendable {
        let bodies = Mutex<[[UInt8]]>([])
        /// Kept, as a body that nobody holds is given up.
        let answer = Mutex<Response?>(nil)
    }

    /// Who has the last byte may ask for a recording at once.
    @Test func theObserverIsToldBeforeTheLastByteCanBeRead() throws {
        let told = Told()
        let loop = try CurlLoop(CurlClient.Settings(rules: TargetRules()))
        defer { loop.stop() }
        var request = UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")
        request.observer = UpstreamRequest.Observer(maximumBodyBytes: 100) { result in
            if case .success(let response) = result, case .bytes(let bytes) = response.body { told.bodies.withLock { $0.append(bytes) } }
        }
        let transfer = Transfer(request) { result in told.answer.withLock { $0 = try? result.get() } }
        for line in ["HTTP/1.1 200 OK\r\n", "Content-Length: 4\r\n"] {
            #expect(transfer.receive(headerLine: Array(line.utf8)) == .taken)
        }
        #expect(transfer.receive(headerLine: Array("\r\n".utf8)) == .last)
        transfer.deliver(loop)
        _ = transfer.receive([1, 2], loop: loop)
        #expect(told.bodies.withLock { $0 } == [])
        _ = transfer.receive([3, 4], loop: loop)
        #expect(told.bodies.withLock { $0 } == [[1, 2, 3, 4]])
        transfer.complete(nil)
        #expect(told.bodies.withLock { $0.count } == 1)
        told.answer.withLock { $0 = nil }
    }

    /// Once, and not after the whole response.
    @Test(arguments: [nil, UpstreamError.cancelled, .failed("broken off")], [false, true])
    func theObserverIsToldWhyThereIsNoWholeResponse(error: UpstreamError?, isLong: Bool) throws {
        let told = Mutex<[UpstreamError?]>([])
        let loop = try CurlLoop(CurlClient.Settings(rules: TargetRules()))
        defer { loop.stop() }
        var request = UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")
        request.observer = UpstreamRequest.Observer(maximumBodyBytes: isLong ? 1 : 2) { result in
            let error: UpstreamError? = if case .failure(let error) = result { error } else { nil }
            told.withLock { $0.append(error) }
        }
        let transfer = Transfer(request) { _ in }
        for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] { _ = transfer.receive(headerLine: Array(line.utf8)) }
        _ = transfer.receive([1, 2], loop: loop)
        #expect(told.withLock { $0 } == [])
        for _ in 0..<2 { transfer.complete(error) }
        #expect(told.withLock { $0 } == [error ?? (isLong ? .failed("the body is longer than 1 bytes") : nil)])
    }

    @Test(arguments: [(1_000, 10, true), (1_001, 10, false), (2, 200_000, false), (2, 100_000, true)])
    func aHeadHasALimit(fields: Int, length: Int, isTaken: Bool) {
        let transfer = Transfer(UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")) { _ in }
        let lines = ["HTTP/1.1 200 OK\r\n"] + (0..<fields).map { "X-\($0): \(String(repeating: "a", count: length))\r\n" }
        #expect(lines.allSatisfy { transfer.receive(headerLine: Array($0.utf8)) == .taken } == isTaken)
    }

    @Test func theHeadOfAnInterimResponseIsNotTheLast() {
        let transfer = Transfer(UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")) { _ in }
        let lines = ["HTTP/1.1 103 Early Hints\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "\r\n"]
        #expect(lines.map { transfer.receive(headerLine: Array($0.utf8)) } == [.taken, .taken, .taken, .last])
    }

    /// RFC 9110, section 6.5.1.
    @Test func trailerFieldsAreNoHeaderFields() throws {
        let loop = try CurlLoop(CurlClient.Settings(rules: TargetRules()))
        defer { loop.stop() }
        let transfer = Transfer(UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")) { _ in }
        let head = ["HTTP/1.1 200 OK\r\n", "Content-Type: text/plain\r\n", "\r\n"]
        #expect(head.map { transfer.receive(headerLine: Array($0.utf8)) } == [.taken, .taken, .last])
        _ = transfer.receive([1], loop: loop)
        let trailer = ["Content-Type: text/html\r\n", " folded\r\n", "HTTP/1.1 500 No\r\n", "\r\n"]
        #expect(trailer.allSatisfy { transfer.receive(headerLine: Array($0.utf8)) == .taken })
        #expect(transfer.state.withLock { $0.headers.map { "\($0.name): \($0.value)" } } == ["Content-Type: text/plain"])
        #expect(transfer.state.withLock { $0.status } == 200)
        transfer.complete(nil)
    }

    /// RFC 9112, section 6.3.
    @Test(arguments: [true, false]) func aLengthBesideATransferCodingIsNoneOfTheBody(isFirst: Bool) throws {
        let told = Told()
        let loop = try CurlLoop(CurlClient.Settings(rules: TargetRules()))
        defer { loop.stop() }
        let request = UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")
        let transfer = Transfer(request) { result in told.answer.withLock { $0 = try? result.get() } }
        let fields = ["Content-Length: 20\r\n", "transfer-encoding: chunked\r\n"]
        for line in ["HTTP/1.1 200 OK\r\n"] + (isFirst ? fields : fields.reversed()) + ["\r\n"] {
            _ = transfer.receive(headerLine: Array(line.utf8))
        }
        transfer.deliver(loop)
        let response = try #require(told.answer.withLock { $0 })
        #expect(response.body.length == nil && response.framing == .chunked)
        #expect(!response.headers.contains("Content-Length"))
        transfer.complete(nil)
        told.answer.withLock { $0 = nil }
    }

    /// RFC 9112, sections 5.1 and 5.2.
    @Test func fieldsAreSetRight() {
        let transfer = Transfer(UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")) { _ in }
        let lines = [
            "HTTP/1.1 200 OK", " lost", "X-F: a", "  b: c ", "\td", " ", "X-E:", " e", "X-Sp : v", ": nameless", "no field", "X-Last:\tz",
        ]
        for line in lines { #expect(transfer.receive(headerLine: Array("\(line)\r\n".utf8)) == .taken) }
        let fields = transfer.state.withLock { $0.headers.map { "\($0.name): \($0.value)" } }
        #expect(fields == ["X-F: a b: c d", "X-E: e", "X-Sp: v", "X-Last: z"])
    }

    /// A client that takes a CR for a line end would see another field.
    @Test func controlCharactersBecomeBlanks() {
        let transfer = Transfer(UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")) { _ in }
        let lines = ["HTTP/1.1 200 O\rK", "X-A: a\rX-B: b", "X-C: \u{1}c\u{7F}\td\r", " e\rf", "\rX-\r: g", "X-\u{E9}: \u{E9}\r\u{E9}"]
        for line in lines {
            #expect(transfer.receive(headerLine: line.unicodeScalars.map { UInt8($0.value) } + [13, 10]) == .taken)
        }
        let (reason, fields) = transfer.state.withLock { ($0.reason, $0.headers.map { "\($0.name): \($0.value)" }) }
        #expect(reason == "O K")
        #expect(fields == ["X-A: a X-B: b", "X-C: c \td e f", "X-: g", "X-\u{E9}: \u{E9} \u{E9}"])
    }

    /// No target has less time than `--proxy-timeout` allows.
    @Test(arguments: [(0, 1, 1_000), (999, 1, 1_000), (1_000, 1, 1_000), (1_001, 2, 2_000), (1_900, 2, 2_000), (300_000, 300, 10_000)])
    func timesAreRoundedUp(milliseconds: Int, seconds: Int, connect: Int) {
        var settings = CurlClient.Settings(rules: TargetRules())
        settings.silenceTimeout = .milliseconds(milliseconds)
        #expect(settings.silenceSeconds == seconds)
        #expect(settings.connectMilliseconds == connect)
    }

    /// Else a read would move a quarter of a million pieces for each one.
    @Test func singleBytesAreJoined() throws {
        let told = Told()
        let loop = try CurlLoop(CurlClient.Settings(rules: TargetRules()))
        defer { loop.stop() }
        let request = UpstreamRequest(method: "GET", origin: "http://127.0.0.1:1", target: "/")
        let transfer = Transfer(request) { result in told.answer.withLock { $0 = try? result.get() } }
        for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] { _ = transfer.receive(headerLine: Array(line.utf8)) }
        transfer.deliver(loop)
        let sent = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        #expect(sent.allSatisfy { transfer.receive([$0], loop: loop) == .taken })
        #expect(transfer.state.withLock { $0.chunks.count } == 7)
        transfer.complete(nil)
        guard case .stream(let stream, _) = told.answer.withLock({ $0 })?.body else {
            Issue.record("no stream")
            return
        }
        var received: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 30_000)
        reading: while true {
            var bytes = block.mutableSpan
            var room = bytes.mutableBytes
            switch stream.read(into: &room, wake: {}) {
            case .bytes(let count): received += block[..<count]
            case .end, .wait, .failed: break reading
            }
        }
        #expect(received == sent)
        told.answer.withLock { $0 = nil }
    }
}
