import Foundation
import Logging
import TestSupport
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
    /// The values of all lines, by name and labels.
    private func values(_ text: String) -> [String: Double] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            lines.compactMap { line in
                line.lastIndex(of: " ").map { (String(line[..<$0]), Double(line[line.index(after: $0)...]) ?? .nan) }
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test func theTextHasAFamilyForEachMetric() {
        var text = PrometheusText()
        text.add("a_total", .counter, "Help.", [.init(1, ("x", "y\"\\\n")), .init(2.5)])
        text.add(histogram: "h", "More.", bounds: [0.5, 1], counts: [1, 0, 2], sum: 3.25)
        #expect(
            text.text == """
                # HELP a_total Help.
                # TYPE a_total counter
                a_total{x="y\\"\\\\\\n"} 1
                a_total 2.5
                # HELP h More.
                # TYPE h histogram
                h_bucket{le="0.5"} 1
                h_bucket{le="1"} 1
                h_bucket{le="+Inf"} 3
                h_sum 3.25
                h_count 3

                """)
    }

    @Test func requestsAreCountedByWhatBecameOfThem() throws {
        let folder = try TemporaryFolder()
        try folder.write("__files/a.txt", "a")
        try folder.write("s3/b/a.txt", "a")
        try folder.write("mappings/a.json", #"{"request": {"url": "/stub"}, "response": {"status": 200}}"#)
        try folder.write("mappings/b.json", #"{"request": {"url": "/slow"}, "response": {"fixedDelayMilliseconds": 20}}"#)
        try folder.write("mappings/c.json", #"{"request": {"url": "/broken"}, "response": {"fault": "CONNECTION_RESET_BY_PEER"}}"#)
        let service = try Service(
            .embedded(mocks: folder.path, servesS3: true), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let endpoints = try service.start()
        defer { service.stop() }
        func request(_ target: String, on base: String? = nil) throws {
            let port = try #require((base ?? endpoints.http).split(separator: ":").last.flatMap { Int($0) })
            let client = try RawClient(port: port)
            try client.request("GET", target)
            _ = try? client.response()
            client.close()
        }
        for target in ["/stub", "/stub", "/slow", "/broken", "/a.txt", "/none", "/__admin/health"] { try request(target) }
        try request("/b/a.txt", on: endpoints.s3)
        let values = values(service.metrics.text())
        func count(_ outcome: String) -> Double? { values["understudy_requests_total{outcome=\"\(outcome)\"}"] }
        #expect(count("stub") == 4)
        #expect(count("file") == 1)
        #expect(count("object") == 1)
        #expect(count("unmatched") == 1)
        #expect(count("admin") == 1)
        #expect(count("proxied") == 0)
        #expect(values["understudy_added_delay_seconds_count"] == 1)
        #expect(values["understudy_added_delay_seconds_bucket{le=\"0.05\"}"] == 1)
        #expect(values["understudy_added_delay_seconds_bucket{le=\"0.01\"}"] == 0)
        #expect(values["understudy_added_delay_seconds_sum"] == 0.02)
        #expect(values["understudy_faults_total{effect=\"reset\"}"] == 1)
        #expect(values["understudy_accepted_connections_total{listener=\"http\"}"] == 7)
        #expect(values["understudy_accepted_connections_total{listener=\"s3\"}"] == 1)
        #expect(values["understudy_stubs"] == 3)
        #expect((values["understudy_journal_bytes"] ?? 0) >= 0)
        #expect(values["understudy_fixture_loads_total{result=\"done\"}"] == 1)
        #expect((values["process_resident_memory_bytes"] ?? 0) > 1_000_000)
    }

    @Test func requestsThatExceedALimitAreCountedByItsSetting() throws {
        let folder = try TemporaryFolder()
        func template(_ name: String, _ body: String) throws {
            try folder.write(
                "mappings/\(name).json",
                #"{"request": {"url": "/\#(name)"}, "response": {"body": "\#(body)", "transformers": ["response-template"]}}"#)
        }
        try template("pad", "{{#each (range 1 500)}}{{size (ljust 'x' size=10000)}}{{/each}}")
        try template("loop", "{{#each (range 1 90)}}{{#each (range 1 90)}}{{/each}}{{/each}}")
        try template("pattern", "{{regexExtract 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaacb' '(a+)+b'}}")
        var configuration = Configuration.embedded(mocks: folder.path)
        configuration.maximumBodyBytes = 1_000
        configuration.maximumHeadBytes = 4_096
        configuration.work.requestSteps = 100_000
        configuration.work.templateSteps = 2_000
        configuration.work.patternSteps = 1_000
        let service = try Service(configuration, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let port = try #require(try service.start().http.split(separator: ":").last.flatMap { Int($0) })
        defer { service.stop() }
        func status(_ method: String, _ target: String, _ headers: [String] = [], body: String = "") throws -> Int {
            let client = try RawClient(port: port)
            defer { client.close() }
            try client.request(method, target, headers: headers, body: body)
            return try client.response().status
        }
        let long = String(repeating: "x", count: 5_000)
        #expect(try status("POST", "/pad") == 500)
        #expect(try status("POST", "/loop") == 500)
        #expect(try status("POST", "/pattern") == 500)
        #expect(try status("POST", "/none", body: long) == 413)
        #expect(try status("GET", "/none", ["A: \(long)"]) == 431)
        #expect(try status("GET", "/\(long)") == 414)
        let limits = values(service.metrics.text()).filter { $0.key.hasPrefix("understudy_limits_exceeded_total") }
        #expect(
            limits == [
                "understudy_limits_exceeded_total{limit=\"limits.requestSteps\"}": 1,
                "understudy_limits_exceeded_total{limit=\"limits.templateSteps\"}": 1,
                "understudy_limits_exceeded_total{limit=\"limits.patternSteps\"}": 1,
                "understudy_limits_exceeded_total{limit=\"limits.bodyBytes\"}": 1,
                "understudy_limits_exceeded_total{limit=\"limits.headBytes\"}": 2,
            ])
    }

    @Test func theDocumentHasARowForEachMetric() throws {
        let folder = try TemporaryFolder()
        let service = try Service(
            .embedded(mocks: folder.path, servesS3: true), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        _ = try service.start()
        defer { service.stop() }
        let types = service.metrics.text().split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        let served = types.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/metrics.md").standardized
        let rows = try String(contentsOf: page, encoding: .utf8).matches(of: #/\n\| `([a-z_0-9]+)(?:\{[a-z,]+\})?` \| ([a-z]+) \|/#)
        // What there is with TLS only.
        let further = ["understudy_certificate_expiry_timestamp_seconds gauge", "understudy_certificate_problems gauge"]
        #expect(rows.map { "\($0.1) \($0.2)" }.sorted() == (served + further).sorted())
    }

    @Test func aRefusedReloadIsSeen() throws {
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let service = try Service(.embedded(mocks: folder.path), log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try folder.write("mappings/a.json", "{")
        #expect(service.reload().problems.count == 1)
        #expect(values(service.metrics.text())["understudy_fixture_problems"] == 1)
        #expect(values(service.metrics.text())["understudy_fixture_loads_total{result=\"refused\"}"] == 1)
        #expect(service.metrics.text().contains(#"/mappings/a.json",line="1"} 1"#))
        #expect(service.lastReload?.firstProblem?.contains("a.json:1:") == true)
        try folder.write("mappings/a.json", "{}")
        #expect(service.reload().problems.isEmpty)
        #expect(values(service.metrics.text())["understudy_fixture_problems"] == 0)
        #expect(!service.metrics.text().contains("understudy_fixture_problem_info{"))
        #expect(service.lastReload?.firstProblem == nil)
    }
}
