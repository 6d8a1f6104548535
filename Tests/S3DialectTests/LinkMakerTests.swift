import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct LinkMakerTests {
    private let maker = LinkMaker(accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    private let verifier = SignatureVerifier(keys: ChunkedExample.keys)
    private let now = 1_795_345_234

    private func request(_ method: String, _ link: String, _ fields: HeaderFields = []) -> Request {
        let rest = link.dropFirst("http://".count)
        var headers: HeaderFields = [("Host", String(rest.prefix { $0 != "/" }))]
        headers.append(contentsOf: fields)
        return Request(method: method, target: String(rest.drop { $0 != "/" }), headers: headers)
    }

    @Test func equalsThePublishedLink() {
        let link = maker.link(
            baseURL: "https://s3.amazonaws.com/", bucket: "examplebucket", key: Array("test.txt".utf8), expires: 86_400,
            now: ChunkedExample.now,
            .rotating(number: "1"))
        #expect(link.hasPrefix("https://s3.amazonaws.com/examplebucket/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential="))
        #expect(throws: Never.self) { try verifier.verify(request("GET", link.replacing("https", with: "http")), now: ChunkedExample.now) }
    }

    @Test(arguments: ["a b/ü+=&%.jpg", "x//y", "/a", "..", "a~b"]) func linksHold(key: String) throws {
        let base = "http://127.0.0.1:9000/__session/7f3a"
        let link = maker.link(
            baseURL: base, bucket: "pics", key: Array(key.utf8), expires: 60, now: now, parameters: [("versionId", "1/2")])
        var request = request("GET", link)
        request.takePrefix("/__session/7f3a".utf8.count)
        #expect(S3Address(request) == S3Address(bucket: "pics", key: Array(key.utf8)))
        #expect(try verifier.verify(request, now: now)?.way == .linkV4)
        #expect(throws: S3Error.self) { try verifier.verify(self.request("PUT", link), now: now) }
        #expect(throws: S3Error.self) { try verifier.verify(request, now: now + 60) }
    }

    /// Clients send no default port, and browsers write a host in lower case: what they send is what is signed.
    @Test(arguments: [
        ("http://127.0.0.1:80", "http://127.0.0.1"), ("http://h:443", "http://h:443"), ("https://h:443/", "https://h"),
        ("https://h:80", "https://h:80"), ("HTTP://H.Example:9000/__session/Ab", "http://h.example:9000/__session/Ab"),
        ("http://h:0080", "http://h"), ("http://h:", "http://h"), ("http://[::1]:80", "http://[::1]"),
        ("http://[2001:DB8::1]:9000", "http://[2001:db8::1]:9000"),
    ]) func theHostIsAsClientsSendIt(base: String, shown: String) throws {
        let link = maker.link(baseURL: base, bucket: "b", key: [97], expires: 60, now: now)
        #expect(link.hasPrefix(shown + "/b/a?"))
        let plain = link.replacing("https://", with: "http://")
        #expect(try verifier.verify(request("GET", plain), now: now)?.way == .linkV4)
        #expect(maker.form(baseURL: base, bucket: "b", key: "k", expires: 60, now: now).url == shown + "/b")
    }

    @Test func aDigestOfTheBodyIsSigned() throws {
        let digest = String(repeating: "a", count: 64)
        let link = maker.link(
            "PUT", baseURL: "http://localhost", bucket: "b", key: [97], expires: 60, now: now, fields: [("X-Amz-Content-Sha256", digest)])
        #expect(try verifier.verify(request("PUT", link, [("x-amz-content-sha256", digest)]), now: now) != nil)
        let other = maker.link(
            "PUT", baseURL: "http://localhost", bucket: "b", key: [97], expires: 60, now: now,
            parameters: [("X-Amz-Content-Sha256", digest)])
        #expect(try verifier.verify(request("PUT", other), now: now) != nil)
    }

    /// A client that follows a temporary redirect does not sign again.
    @Test func aLinkHoldsBehindARedirect() throws {
        let link = maker.link(baseURL: "http://localhost", bucket: "b", key: [97], expires: 60, now: now)
        #expect(try verifier.verify(request("GET", link + "&rk=1"), now: now) != nil)
        #expect(throws: S3Error.self) { try verifier.verify(request("GET", link + "&rk=1&x=1"), now: now) }
        let own = maker.link(baseURL: "http://localhost", bucket: "b", key: [97], expires: 60, now: now, parameters: [("rk", "2")])
        #expect(try verifier.verify(request("GET", own), now: now) != nil)
    }

    @Test func linkIsTheSameForHalfItsLife() throws {
        func link(_ now: Int, _ change: LinkMaker.Change = .stable) -> String {
            maker.link(baseURL: "http://localhost", bucket: "b", key: [97], expires: 900, now: now, change)
        }
        let first = now / 450 * 450
        #expect(Set((first..<first + 450).map { link($0) }).count == 1)
        #expect(link(first) != link(first + 450))
        #expect(throws: Never.self) { try verifier.verify(request("GET", link(first + 449)), now: first + 449 + 450) }
        #expect(link(now, .rotating(number: "1")) != link(now, .rotating(number: "2")))
        #expect(throws: Never.self) { try verifier.verify(request("GET", link(now, .rotating(number: "2"))), now: now) }
    }

    @Test func uploadIsBoundToItsType() throws {
        let link = maker.link(
            "PUT", baseURL: "http://localhost:9000", bucket: "b", key: [97], expires: 900, now: now, fields: [("Content-Type", "image/png")]
        )
        #expect(try verifier.verify(request("PUT", link, [("content-type", "image/png")]), now: now) != nil)
        #expect(throws: S3Error.self) { try verifier.verify(request("PUT", link, [("content-type", "text/html")]), now: now) }
    }

    @Test(arguments: ["user/${filename}", "user/f.txt"]) func formsHold(key: String) throws {
        let form = maker.form(
            baseURL: "http://localhost:9000/", bucket: "b", key: key, expires: 60, now: now, sizes: 1...10,
            fields: [("Content-Type", "text/plain")])
        #expect(form.url == "http://localhost:9000/b")
        let fields = PostFields(form.fields, fileName: "f.txt")
        #expect(try verifier.verify(fields)?.way == .formV4)
        let policy = try PostPolicy(try #require(fields["policy"]))
        #expect(throws: Never.self) { try policy.check(fields, bucket: "b", now: now) }
        #expect(throws: S3Error.self) { try policy.check(fields, bucket: "c", now: now) }
        #expect(throws: S3Error.self) { try policy.check(fields, bucket: "b", now: now + 60) }
        #expect(throws: S3Error.self) { try policy.check(size: 11) }
    }

    @Test func signaturesOfFormsAreVerified() throws {
        func code(_ pairs: (name: String, value: String)...) -> String? {
            do throws(S3Error) { _ = try verifier.verify(PostFields(pairs, fileName: "")) } catch { return error.code }
            return nil
        }
        // HMAC-SHA1 of "abc" with the documents' key.
        let v2 = "vVYv1NxxF7QJ6gZN7s3Nlwbi2cU="
        #expect(code() == nil)
        #expect(code(("policy", "abc"), ("AWSAccessKeyId", "AKIAIOSFODNN7EXAMPLE"), ("signature", v2)) == nil)
        #expect(code(("policy", "abd"), ("AWSAccessKeyId", "AKIAIOSFODNN7EXAMPLE"), ("signature", v2)) == "SignatureDoesNotMatch")
        #expect(code(("policy", "abc"), ("AWSAccessKeyId", "nobody"), ("signature", v2)) == "InvalidAccessKeyId")
        #expect(code(("policy", "abc"), ("AWSAccessKeyId", "AKIAIOSFODNN7EXAMPLE")) == "InvalidArgument")
        #expect(code(("policy", "abc")) == "AccessDenied")
        #expect(code(("signature", v2)) == "InvalidArgument")
        #expect(code(("policy", "abc"), ("x-amz-algorithm", "AWS4-HMAC-SHA256")) == "InvalidArgument")
    }
}
