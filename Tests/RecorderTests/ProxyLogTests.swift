import HTTPMessage
import MockEngine
import Testing

@testable import Recorder

@Suite(.timeLimit(.minutes(5))) struct ProxyLogTests {
    private static func exchange(request: HeaderFields = [], response: HeaderFields = [], body: Int = 0) -> ProxiedExchange {
        ProxiedExchange(
            request: Request(method: "GET", target: "/", headers: request), arrivedAt: Timestamp(milliseconds: 0), status: 200,
            headers: response, body: [UInt8](repeating: 0, count: body))
    }

    /// Heads may be longer than bodies.
    @Test(arguments: [
        exchange(request: [("X-Long", String(repeating: "x", count: 6_000))]),
        exchange(response: [("X-Long", String(repeating: "x", count: 6_000))]),
        exchange(response: HeaderFields((0..<100).map { .init("X-\($0)", "1") })), exchange(body: 6_000),
    ]) func everythingThatIsKeptCounts(_ exchange: ProxiedExchange) {
        let log = ProxyLog(maximumBytes: 12_000)
        for _ in 0..<3 { log.proxied(exchange) }
        #expect(log.exchanges(from: 0).count == 1)
    }
}
