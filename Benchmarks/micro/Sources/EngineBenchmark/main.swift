import Glibc
import HTTPMessage
import JSONDocument
import MockEngine
import StubModel

/// Nanoseconds a call of the engine takes, for the cases whose cost has a bound in docs/performance.md.

func engine(_ mappings: [String]) -> MockEngine {
    let engine = MockEngine(EngineEnvironment(), .manual())
    engine.loadFixtures(mappings.map { compiled($0, engine) })
    return engine
}

func compiled(_ text: String, _ engine: MockEngine) -> CompiledStub {
    let document = try! JSONDocument.parse(Array(text.utf8), name: "mapping")
    let report = ProblemReport(document)
    guard let stub = StubMapping.decode(document.root, report).flatMap({ engine.compile($0, report) }) else {
        fatalError("\(report.problems)")
    }
    return stub
}

/// Processor time of this thread, so that a busy machine does not count.
func processorNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The median over rounds of the mean over calls.
func nanoseconds(_ calls: Int, _ body: (Int) -> Void) -> Double {
    body(0)
    let rounds = (0..<9).map { _ in
        let start = processorNanoseconds()
        for call in 0..<calls { body(call) }
        return (processorNanoseconds() - start) / Double(calls)
    }
    return rounds.sorted()[4]
}

func report(_ name: String, _ value: Double, _ unit: String = "ns") {
    let number = (value * 10).rounded() / 10
    print(name + String(repeating: " ", count: max(1, 64 - name.count)) + "\(number) \(unit)")
}

/// A third each exact, template and regular expression.
func mixed(_ count: Int) -> [String] {
    (0..<count).map { number in
        switch number % 3 {
        case 0: #"{"request": {"method": "GET", "url": "/exact/\#(number)"}, "response": {"body": "x"}}"#
        case 1: #"{"request": {"method": "GET", "urlPathTemplate": "/things/{id}/t\#(number)"}, "response": {"body": "x"}}"#
        default: #"{"request": {"method": "GET", "urlPattern": "/regex/r\#(number)/[a-z]+\\?q=.*"}, "response": {"body": "x"}}"#
        }
    }
}

func hits(_ count: Int) -> [Request] {
    var generator = SeededRandom(seed: 7)
    return (0..<4096).map { _ in
        let number = Int(generator.next() % UInt64(count))
        let target = ["/exact/\(number)", "/things/5/t\(number)", "/regex/r\(number)/abc?q=1"][number % 3]
        return Request(target: target, headers: [("Host", "localhost:8080"), ("User-Agent", "bench"), ("Accept", "*/*")])
    }
}

func measureHits(_ name: String, _ engine: MockEngine, _ requests: [Request]) -> Double {
    let value = nanoseconds(100_000) { call in
        guard case .plan(let plan) = engine.respond(to: requests[call & 4095]) else { fatalError("miss") }
        if let ticket = plan.ticket { engine.finished(ticket, ExchangeOutcome(ending: .performed)) }
    }
    report(name, value)
    return value
}

let exact = engine((0..<10_000).map { #"{"request": {"method": "GET", "url": "/exact/\#($0)"}, "response": {"body": "x"}}"# })
let exactRequests = (0..<4096).map { Request(target: "/exact/\($0 * 2)", headers: [("Host", "localhost:8080")]) }
_ = measureHits("exact static stub among 10,000, journal on", exact, exactRequests)

let few = measureHits("random hit among 10 mixed stubs", engine(mixed(10)), hits(9))
let many = measureHits("random hit among 10,000 mixed stubs", engine(mixed(10_000)), hits(9_999))
report("  ratio", many / few, "×")

for pattern in [".*/wild\(0)/[a-z]+", ".*[0-9]{40}.*", "[^?]*\\\\?wild=.*"] {
    let wild = engine((0..<1000).map { #"{"request": {"method": "GET", "urlPattern": "\#(pattern)x\#($0)"}, "response": {}}"# })
    let request = Request(target: "/some/usual/path?page=2", headers: [("Host", "localhost")])
    let miss = nanoseconds(200) { _ in if case .plan = wild.respond(to: request) { fatalError("hit") } }
    report("miss of one of 1,000 patterns such as \(pattern)", miss / 1000)
}

let large = engine(mixed(20_000))
let stubs = (0..<1000).map { compiled(#"{"request": {"url": "/added/\#($0)"}}"#, large) }
report("adding one to 20,000", nanoseconds(1000) { large.add(stubs[$0]) } / 1000, "µs")
report("editing one of 20,000", nanoseconds(1000) { _ = large.edit(stubs[$0]) } / 1000, "µs")
var index = 0
report("removing and adding one of 20,000", nanoseconds(1000) { large.remove(stubs[$0].id); large.add(stubs[$0]) } / 1000, "µs")

let mappings = mixed(10_000)
let start = processorNanoseconds()
_ = engine(mappings)
report("parsing, compiling and loading 10,000", (processorNanoseconds() - start) / 1e6, "ms")
