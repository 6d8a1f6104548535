import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct SignatureDiagnosisTests {
    private let maker = LinkMaker(accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    private let verifier = SignatureVerifier(keys: ChunkedExample.keys)
    private let now = 1_795_345_234

    private func sentence(_ method: String = "GET", host: String = "localhost:9000", target: String, _ fields: HeaderFields = []) -> String?
    {
        var headers: HeaderFields = [("Host", host)]
        headers.append(contentsOf: fields)
        let request = Request(method: method, target: target, headers: headers)
        #expect(throws: S3Error.self) { try verifier.verify(request, now: now) }
        return SignatureDiagnosis.sentence(for: request, verifier)
    }

    private func target(
        _ method: String = "GET", host: String = "localhost:9000", path: String = "", key: String = "a b", fields: HeaderFields = []
    )
        -> String
    {
        let base = "http://\(host)\(path)"
        return String(
            maker.link(method, baseURL: base, bucket: "b", key: Array(key.utf8), expires: 60, now: now, fields: fields).dropFirst(
                "http://\(host)".count))
    }

    @Test func anotherMethodIsNamed() { #expect(sentence("DELETE", target: target()) == "It was signed for GET, and is a DELETE.") }

    @Test func anotherHostIsNamed() {
        #expect(
            sentence(host: "192.168.1.20:9000", target: target(host: "minio:9000"))
                == "It was signed for the Host minio:9000, and has the Host 192.168.1.20:9000. \"publicHosts\": [\"minio:9000\"] lets the server accept it."
        )
    }

    @Test func keyEncodedTwiceIsNamed() throws {
        let twice = target(key: "a%20b")
        #expect(twice.hasPrefix("/b/a%2520b"))
        #expect(sentence(target: twice.replacing("a%2520b", with: "a%20b"))?.contains("twice") == true)
    }

    @Test func changedFieldIsNamed() {
        let signed = target("PUT", fields: [("Content-Type", "application/octet-stream")])
        #expect(
            sentence("PUT", target: signed, [("Content-Type", "image/png")])
                == "The field content-type was signed as \"application/octet-stream\", and is \"image/png\".")
        #expect(sentence("PUT", target: signed) == "The field content-type was signed as \"application/octet-stream\", and is missing.")
    }

    @Test func addedParameterIsNamed() {
        #expect(sentence(target: target() + "&size=2") == "It was signed without the parameter size.")
    }

    @Test func otherDifferencesAreNotExplained() {
        #expect(sentence(target: target().replacing("/b/", with: "/c/")) == nil)
    }
}
