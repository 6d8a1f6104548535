import JSONDocument
import StubModel
import Testing

/// Conditions that no request meets, and fields that another one leaves without effect.
@Suite struct IdleConditionTests {
    @Test(arguments: [
        (
            #""request": {"url": "/a", "host": {"equalTo": "a.b:8080"}}"#,
            #"/request/host: "host" is compared without the port, so no request matches "a.b:8080". Write "a.b", and "port": 8080."#
        ),
        (#""request": {"url": "/a", "host": {"equalTo": "[::1]"}}"#, nil),
        (#""request": {"url": "/a", "host": {"equalTo": "::1"}}"#, nil),
        (
            #""request": {"url": "/a", "clientIp": {"equalTo": "localhost"}}"#,
            #"/request/clientIp: "clientIp" is compared with an address, so no request matches "localhost". "#
                + #"Write an address, such as "127.0.0.1"."#
        ),
        (#""request": {"url": "/a", "clientIp": {"equalTo": "fe80::ab"}}"#, nil),
        (
            #""request": {"basicAuth": {"username": "a", "password": "b"}, "basicAuthCredentials": {"username": "a", "password": "c"}}"#,
            #"/request/basicAuthCredentials: "basicAuth" counts, and these "basicAuthCredentials" differ from it. Keep one of them."#
        ),
        (
            #""request": {"basicAuth": {"username": "a", "password": "b"}, "basicAuthCredentials": {"username": "a", "password": "b"}}"#,
            nil
        ),
        (
            #""request": {"urlPathTemplate": "/a/{{id}}"}"#,
            #"/request/urlPathTemplate: "{{id}}" in "urlPathTemplate" has two pairs of braces, so no request matches it. Write "{id}"."#
        ),
        (
            #""request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a", "status": 500}"#,
            #"/response/status: "status" means nothing beside "proxyBaseUrl". The status is the target's."#
        ),
        (#""request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a", "status": 200}"#, nil),
        (
            #""request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://a", "removeProxyRequestHeaders": ["Accept:"]}"#,
            #"/response/removeProxyRequestHeaders: "Accept:" is not removed: no header field has such a name. Correct it."#
        ),
        (
            #""request": {"url": "/a"}, "response": {"delayDistribution": {"type": "lognormal", "median": 80, "sigma": 50}}"#,
            #"/response/delayDistribution/sigma: "sigma" is 50, so most delays are next to nothing or longer than any request. "#
                + "It is no time: 0.1 varies little, 1 much."
        ),
    ])
    func whatHasNoEffectIsAWarning(mapping: String, told: String?) throws {
        let report = ProblemReport(try JSONDocument.parse(Array("{\(mapping)}".utf8), name: "m.json"))
        _ = StubMapping.decode(report.document.root, report)
        #expect(report.problems.isEmpty)
        #expect(
            report.warnings.map { "\($0.pointer): \([$0.message, $0.repair].compactMap(\.self).joined(separator: ". "))" }
                == (told.map { [$0] } ?? []))
    }

    @Test(arguments: [
        (#"{"request": {"url": "/a", "s3": "GetObject"}}"#, #"Write {"operation": "GetObject"}."#),
        (#"{"request": {"url": "/a"}, "response": {"delayDistribution": 250}}"#, #"Write {"type": "fixed", "milliseconds": 250}."#),
    ])
    func anObjectInItsShortFormIsWrittenOut(mapping: String, repair: String) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(mapping.utf8), name: "m.json"))
        _ = StubMapping.decode(report.document.root, report)
        #expect(report.problems.map(\.repair) == [repair])
    }
}
