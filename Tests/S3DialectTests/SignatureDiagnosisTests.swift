import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct SignatureDiagnosisTests {
    private let maker = LinkMaker(accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    private let verifier = SignatureVerifier(keys: ChunkedExample.keys)
    private let now = 1_795_345_234

    private func sentence(
        _ method: String = "GET", host: String = "localhost:9000", target: String, _ fields: HeaderFields = [], after late: Int = 0
    ) -> String? {
        var headers: HeaderFields = [("Host", host)]
        headers.append(contentsOf: fields)
        let request = Request(method: method, target: target, headers: headers)
        let refusal = #expect(throws: S3Error.self) { try verifier.verify(request, now: now + late) }
        return refusal.map { SignatureDiagnosis.sentence(about: $0, of: request, verifier) }
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

    @Test func otherDifferencesAreTheSecretOrTheRequest() {
        let sentence = sentence(target: target().replacing("/b/", with: "/c/"))
        #expect(
            sentence
                == "Either the client's secret for \"AKIAIOSFODNN7EXAMPLE\" is not the server's, or the request is not the one that was signed."
        )
    }

    @Test func wrongSecretOfVersion2IsNamed() {
        let date = "Sun, 22 Nov 2026 11:00:34 GMT"
        let sentence = sentence(target: "/b/a", [("Authorization", "AWS AKIAIOSFODNN7EXAMPLE:c2lnbmF0dXJl"), ("Date", date)])
        #expect(sentence?.contains("secret for \"AKIAIOSFODNN7EXAMPLE\"") == true)
    }

    @Test func unknownAccessKeyIsNamed() {
        #expect(
            sentence(target: target().replacing("AKIAIOSFODNN7EXAMPLE", with: "OTHER"))
                == "The access key \"OTHER\" is not among the server's: --s3-key, or \"keys\" of \"s3\", adds it.")
    }

    @Test func linkThatDoesNotHoldSaysFromWhenToWhen() {
        #expect(
            sentence(target: target(), after: 60)
                == "The link held until 2026-11-22T11:01:30Z, and the time of the session is 2026-11-22T11:01:34Z.")
        #expect(
            sentence(target: target(), after: -1_000)
                == "The link holds from 20261122T110030Z on, and the time of the session is 2026-11-22T10:43:54Z.")
    }

    @Test func skewAndUnsignedFieldsAreNamed() {
        let authorization = """
            AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261122/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=\
            \(String(repeating: "0", count: 64))
            """
        let fields: HeaderFields = [
            ("Authorization", authorization), ("x-amz-date", "20261122T110034Z"), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
        ]
        #expect(sentence(target: "/b/a", fields) == "It was signed without x-amz-date, x-amz-content-sha256, which is sent.")
        #expect(
            sentence(target: "/b/a", fields, after: 1_000)
                == "It was signed at 20261122T110034Z, and the time of the session is 2026-11-22T11:17:14Z: they may be 15 minutes apart.")
    }

    @Test(arguments: [
        ("Bearer x", "Unsupported Authorization Type"),
        ("Bearer", "Authorization header is invalid -- one and only one ' ' (space) required"),
        ("AWS4-HMAC-SHA256", "Authorization header is invalid -- one and only one ' ' (space) required"),
        (
            "AWS4-HMAC-SHA256 Credential=a/b, Signature=0",
            "The authorization header is malformed; the authorization header requires three components: Credential, SignedHeaders, "
                + "and Signature."
        ),
        ("AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=, Signature=0", "The authorization header is malformed; missing SignedHeaders."),
    ])
    func malformedSignatureSaysWhatS3Says(field: String, expected: String) {
        #expect(sentence(target: "/b/a", [("Authorization", field)]) == expected)
    }
}
