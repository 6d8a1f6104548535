import Digest
import HTTPMessage
import JSONDocument
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

    /// GDAL signs the whole endpoint as Host, and the path without the session's prefix.
    @Test(arguments: [("localhost:9000", ""), ("localhost:9000/__session/7f", " Open the session with \"ports\": true for this client.")])
    func aPrefixThatIsNotSignedIsNamed(host: String, advice: String) throws {
        let scope = CredentialScope(date: String(SignatureTime.text(now).prefix(8)), region: "us-east-1")
        let target =
            "/b/a?X-Amz-Algorithm=\(SignatureV4.algorithm)&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F"
            + "\(scope.text.replacing("/", with: "%2F"))&X-Amz-Date=\(SignatureTime.text(now))&X-Amz-Expires=60&X-Amz-SignedHeaders=host"
        let signed = Request(method: "GET", target: target, headers: [("Host", host)])
        let canonical = CanonicalRequest(
            signed, query: SignedQuery(signed).items, signedFields: SignedFields(["host"]), payload: "UNSIGNED-PAYLOAD")
        let digest = MessageDigest.of(canonical.bytes(.encoded), .sha256).hex
        let signature = SigningKey(secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", scope).signature(
            of: "\(SignatureV4.algorithm)\n\(SignatureTime.text(now))\n\(scope.text)\n\(digest)")
        let prefix = "/__session/7f"
        let sent = "\(prefix)\(target)&X-Amz-Signature=\(signature)"
        var request = Request(method: "GET", target: sent, headers: [("Host", "localhost:9000")])
        request.takePrefix(prefix.utf8.count)
        let refusal = #expect(throws: S3Error.self) { try verifier.verify(request, now: now) }
        #expect(
            refusal.map { SignatureDiagnosis.sentence(about: $0, of: request, verifier) }
                == "It was signed without the prefix /__session/7f, which is part of the path.\(advice)")
    }

    /// Signs for one form of the address, and sends in the other.
    @Test func theOtherFormOfTheAddressIsNamed() {
        let byHost = target(host: "b.localhost:9000").replacing("/b/a%20b", with: "/a%20b")
        let inHost = resigned(byHost, host: "b.localhost:9000")
        #expect(
            sentence(target: "/b" + inHost)
                == "It was signed with the bucket in the Host, b.localhost:9000, and has it in the path.")
        #expect(
            sentence(host: "b.localhost:9000", target: target().replacing("/b/a%20b", with: "/a%20b"))
                == "It was signed with the bucket in the path, for the Host localhost:9000, and has it in the Host b.localhost:9000.")
        let bucketInHost = resigned(target(host: "b.localhost:9000").replacing("/b/a%20b", with: "/"), host: "b.localhost:9000")
        #expect(sentence(target: "/b" + bucketInHost)?.hasPrefix("It was signed with the bucket in the Host, b.localhost:9000") == true)
    }

    @Test func aSlashAtTheEndIsNamed() {
        let without = target().replacing("/b/a%20b", with: "/b/a%20b/")
        #expect(sentence(target: without) == "It was signed without a slash at the end of the path, and has one.")
        let with = target(key: "a b/").replacing("/b/a%20b/", with: "/b/a%20b")
        #expect(sentence(target: with) == "It was signed with a slash at the end of the path, and has none.")
    }

    /// The target of a link with the signature for what it is now, at a Host.
    private func resigned(_ target: String, host: String, _ form: CanonicalRequest.Form = .encoded) -> String {
        let unsigned = String(target.split(separator: "&X-Amz-Signature=")[0])
        let scope = CredentialScope(date: String(SignatureTime.text(now).prefix(8)), region: "us-east-1")
        let request = Request(method: "GET", target: unsigned, headers: [("Host", host)])
        let canonical = CanonicalRequest(
            request, query: SignedQuery(request).items, signedFields: SignedFields(["host"]), payload: "UNSIGNED-PAYLOAD")
        let digest = MessageDigest.of(canonical.bytes(form), .sha256).hex
        let time = unsigned.split(separator: "X-Amz-Date=")[1].prefix { $0 != "&" }
        let signature = SigningKey(secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", scope).signature(
            of: "\(SignatureV4.algorithm)\n\(time)\n\(scope.text)\n\(digest)")
        return "\(unsigned)&X-Amz-Signature=\(signature)"
    }

    /// The link that was signed for a path, sent with another one.
    private func sentence(signed path: String, sent: String) -> String? {
        let link = resigned(target(key: "a").replacing("/b/a?", with: "\(path)?"), host: "localhost:9000")
        return sentence(target: link.replacing("\(path)?", with: "\(sent)?"))
    }

    @Test(arguments: [
        ("/b/x/y", "/b/x//y"), ("/b/x/y", "/b/./x/y"), ("/b/y", "/b/x/../y"), ("/b/x/", "/b//x/"), ("/b", "/b/x/.."), ("/", "/."),
    ])
    func aShortenedPathIsNamed(signed: String, sent: String) {
        #expect(sentence(signed: signed, sent: sent)?.hasPrefix("The client shortened the path in what it signed") == true)
    }

    @Test func aDecodedPathIsNamed() {
        let link = resigned(target(key: "a").replacing("/b/a?", with: "/b/l mp?"), host: "localhost:9000", .received)
        #expect(sentence(target: link.replacing("/b/l mp?", with: "/b/l%20mp?")) == "The client decoded the path in what it signed.")
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

    @Test func missingFieldsAreNamed() {
        let one = target("PUT", fields: [("x-amz-meta-a", "1")])
        #expect(sentence("PUT", target: one) == "The field x-amz-meta-a was signed, and is missing.")
        let two = target("PUT", fields: [("Content-Type", "image/png"), ("x-amz-meta-a", "1"), ("x-amz-meta-b", "2")])
        #expect(
            sentence("PUT", target: two, [("x-amz-meta-b", "2")]) == "The fields content-type, x-amz-meta-a were signed, and are missing.")
        let authorization = """
            AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261122/us-east-1/s3/aws4_request, \
            SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-foo, Signature=\(String(repeating: "0", count: 64))
            """
        let fields: HeaderFields = [
            ("Authorization", authorization), ("x-amz-date", "20261122T110034Z"), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
        ]
        #expect(sentence(target: "/b/a", fields) == "The field x-foo was signed, and is missing.")
    }

    @Test func namesThatAreNotSortedAreNamed() {
        let names = ["x-amz-date", "host", "x-amz-content-sha256"]
        let time = SignatureTime.text(now)
        let scope = CredentialScope(date: String(time.prefix(8)), region: "us-east-1")
        var fields: HeaderFields = [("x-amz-date", time), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD")]
        var headers: HeaderFields = [("Host", "localhost:9000")]
        headers.append(contentsOf: fields)
        let request = Request(method: "GET", target: "/b/a", headers: headers)
        var canonical = CanonicalRequest(request, query: [], signedFields: SignedFields(names), payload: "UNSIGNED-PAYLOAD")
        let sorted = canonical.fields
        canonical.fields = names.compactMap { name in sorted.first { $0.name == name } }
        let digest = MessageDigest.of(canonical.bytes(.encoded), .sha256).hex
        let signature = SigningKey(secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", scope).signature(
            of: "\(SignatureV4.algorithm)\n\(time)\n\(scope.text)\n\(digest)")
        let authorization =
            "\(SignatureV4.algorithm) Credential=AKIAIOSFODNN7EXAMPLE/\(scope.text), SignedHeaders=\(names.joined(separator: ";")), "
            + "Signature=\(signature)"
        fields.append(name: "Authorization", value: authorization)
        #expect(
            sentence(target: "/b/a", fields)
                == "The client did not sort the names of the fields in what it signed.")
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

    /// What differs from `text`, which is signed by version 2.
    private func sentence(ofVersion2 text: String, _ method: String, _ fields: HeaderFields, isLink: Bool = false) -> String? {
        let bytes = MessageDigest.of(text, .sha1, key: Array("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".utf8)).bytes
        let signature: String = Base64.encode(bytes)
        if isLink {
            let query = "AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Expires=1795346000&Signature=\(signature.replacing("+", with: "%2B"))"
            return sentence(method, target: "/b/a?\(query)", fields)
        }
        var all = fields
        all.append(name: "Authorization", value: "AWS AKIAIOSFODNN7EXAMPLE:\(signature)")
        return sentence(method, target: "/b/a", all)
    }

    @Test func differencesOfVersion2AreNamed() {
        let date = "Sun, 22 Nov 2026 11:00:34 GMT"
        func of(_ text: String, _ method: String = "PUT", _ fields: HeaderFields = []) -> String? {
            var all: HeaderFields = [("Date", date)]
            all.append(contentsOf: fields)
            return sentence(ofVersion2: text, method, all)
        }
        let type: HeaderFields = [("Content-Type", "image/png")]
        let plain = "PUT\n\n\n\(date)\n/b/a"
        #expect(of(plain, "GET") == "It was signed for PUT, and is a GET.")
        #expect(of(plain, "PUT", type) == "It was signed without content-type, which is sent.")
        #expect(of(plain, "PUT", [("x-amz-meta-a", "1")]) == "It was signed without x-amz-meta-a, which is sent.")
        let many: HeaderFields = [("Content-Type", "image/png"), ("x-amz-acl", "private"), ("x-amz-meta-a", "1")]
        #expect(
            of("PUT\n\nimage/png\n\(date)\nx-amz-acl:private\n/b/a", "PUT", many) == "It was signed without x-amz-meta-a, which is sent.")
        #expect(of(plain, "PUT", many) == "It was signed without content-type, x-amz-acl, x-amz-meta-a, which are sent.")
        #expect(of(plain, "PUT", [("x-amz-date", date)]) == "It was signed without x-amz-date, which is sent.")
        #expect(
            of("PUT\n\nbinary/octet-stream\n\(date)\n/b/a")
                == "The field content-type was signed as \"binary/octet-stream\", and is missing.")
        let link = "PUT\n\n\n1795346000\n/b/a"
        #expect(sentence(ofVersion2: link, "PUT", type, isLink: true) == "It was signed without content-type, which is sent.")
        #expect(sentence(ofVersion2: link, "GET", [], isLink: true) == "It was signed for PUT, and is a GET.")
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
            ("x-amz-acl", "private"),
        ]
        #expect(sentence(target: "/b/a", fields) == "It was signed without x-amz-date, x-amz-acl, which are sent.")
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
