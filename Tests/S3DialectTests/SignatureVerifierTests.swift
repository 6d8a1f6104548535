import HTTPMessage
import Testing

@testable import S3Dialect

/// The examples of S3's reference: requests of 2013-05-24 to `examplebucket`, with the documents' key.
@Suite struct SignatureVerifierTests {
    private static let key = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
    private static let ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let link =
        "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
        + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
        + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"

    private let now = ChunkedExample.now
    private let verifier = SignatureVerifier(keys: ChunkedExample.keys)

    private func signed(
        _ method: String, _ target: String, _ fields: HeaderFields, names: String, signature: String, payload: String = ofNothing
    ) -> Request {
        var headers: HeaderFields = [("Host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", payload)]
        headers.append(contentsOf: fields)
        headers.append(
            name: "Authorization", value: "AWS4-HMAC-SHA256 Credential=\(Self.key),SignedHeaders=\(names),Signature=\(signature)")
        return Request(method: method, target: target, headers: headers)
    }

    private func link(_ method: String = "GET", _ target: String = link, host: String = "examplebucket.s3.amazonaws.com") -> Request {
        Request(method: method, target: target, headers: [("Host", host)])
    }

    private func code(_ request: Request, now: Int = ChunkedExample.now) -> String? {
        do throws(S3Error) {
            _ = try verifier.verify(request, now: now)
            return nil
        } catch { return error.code }
    }

    /// The Host is signed, and the host of a target in absolute form is not.
    @Test func aTargetForAnotherBucketIsRefused() throws {
        let verifier = SignatureVerifier(keys: ChunkedExample.keys, baseDomains: ["s3.amazonaws.com"])
        for _ in 0..<2 {
            for target in [Self.link, "http://examplebucket.s3.amazonaws.com" + Self.link] {
                #expect(try verifier.verify(link("GET", target), now: now)?.way == .linkV4)
            }
            let other = link("GET", "http://other.s3.amazonaws.com" + Self.link)
            let error = #expect(throws: S3Error.self) { try verifier.verify(other, now: now) }
            #expect(error?.code == "AccessDenied")
            #expect(!verifier.knows(other, now: now))
        }
    }

    @Test func publishedFieldsAreVerified() throws {
        let date = "20130524T000000Z"
        let requests = [
            signed(
                "GET", "/test.txt", [("Range", "bytes=0-9"), ("x-amz-date", date)], names: "host;range;x-amz-content-sha256;x-amz-date",
                signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
            signed(
                "PUT", "/test$file.text",
                [("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-date", date), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
                names: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
                payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"),
            signed(
                "GET", "/?lifecycle", [("x-amz-date", date)], names: "host;x-amz-content-sha256;x-amz-date",
                signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
            signed(
                "GET", "/?max-keys=2&prefix=J", [("x-amz-date", date)], names: "host;x-amz-content-sha256;x-amz-date",
                signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
        ]
        for request in requests {
            let found = try #require(try verifier.verify(request, now: now))
            #expect(found == SignedRequest(accessKey: "AKIAIOSFODNN7EXAMPLE", way: .fieldV4, alias: nil, chunks: nil))
            #expect(code(request, now: now + 900) == nil)
            #expect(code(request, now: now + 901) == "RequestTimeTooSkewed")
            #expect(code(request, now: now - 901) == "RequestTimeTooSkewed")
        }
    }

    @Test func publishedLinkIsVerifiedForADay() throws {
        #expect(try verifier.verify(link(), now: now)?.way == .linkV4)
        #expect(code(link(), now: now + 86_399) == nil)
        #expect(code(link(), now: now - 900) == nil)
        let error = #expect(throws: S3Error.self) { try verifier.verify(link(), now: now + 86_400) }
        #expect(error?.message == "Request has expired")
        #expect(
            error?.details == [
                .init("X-Amz-Expires", "86400"), .init("Expires", "2013-05-25T00:00:00Z"), .init("ServerTime", "2013-05-25T00:00:00Z"),
            ])
        let early = #expect(throws: S3Error.self) { try verifier.verify(link(), now: now - 901) }
        #expect(early?.message == "Request is not yet valid")
    }

    @Test func linkIsForOneMethodOneKeyAndOneHost() {
        for request in [
            link("DELETE"), link("HEAD"), link("PUT"), link("GET", Self.link.replacing("test.txt", with: "other.txt")),
            link("GET", Self.link + "&versionId=1"), link("GET", Self.link.replacing("86400", with: "86401")),
            link(host: "otherbucket.s3.amazonaws.com"), link("GET", Self.link.replacing("X-Amz-Signature=a", with: "X-Amz-Signature=b")),
        ] { #expect(code(request) == "SignatureDoesNotMatch") }
    }

    @Test func refusalShowsWhatWasSigned() throws {
        let error = try #require(throws: S3Error.self) { try verifier.verify(link("PUT"), now: now) }
        let details = Dictionary(uniqueKeysWithValues: error.details.map { ($0.name, $0.value) })
        #expect(details["AWSAccessKeyId"] == "AKIAIOSFODNN7EXAMPLE")
        #expect(details["SignatureProvided"] == "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
        #expect(
            details["CanonicalRequest"]?.hasPrefix(
                "PUT\n/test.txt\nX-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F") == true)
        #expect(details["CanonicalRequest"]?.hasSuffix("\nhost:examplebucket.s3.amazonaws.com\n\nhost\nUNSIGNED-PAYLOAD") == true)
        #expect(details["CanonicalRequestBytes"]?.hasPrefix("50 55 54 0a 2f") == true)
        #expect(details["StringToSign"]?.hasPrefix("AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n") == true)
        #expect(details["StringToSignBytes"]?.hasPrefix("41 57 53 34") == true)
    }

    /// All values of a field are signed with its name, however often the list has it.
    @Test func aNameThatComesAgainAddsNothingToWhatIsSigned() throws {
        let value = String(repeating: "v", count: 1_000)
        let names = "host;x-amz-content-sha256;x-amz-date" + String(repeating: ";a;A", count: 1_000)
        let request = signed(
            "GET", "/test.txt", [("x-amz-date", "20130524T000000Z"), ("A", "\(value)  v "), ("a", "w")], names: names,
            signature: String(repeating: "0", count: 64))
        let list = String(repeating: "host%3B", count: 1_000) + "host"
        let link = link("GET", Self.link.replacing("SignedHeaders=host", with: "SignedHeaders=" + list))
        for (request, end) in [
            (request, "\nx-amz-date:20130524T000000Z\n\na;host;x-amz-content-sha256;x-amz-date\n\(Self.ofNothing)"),
            (link, "\nhost:examplebucket.s3.amazonaws.com\n\nhost\nUNSIGNED-PAYLOAD"),
        ] {
            let error = try #require(throws: S3Error.self) { try verifier.verify(request, now: now) }
            let canonical = try #require(error.details.first { $0.name == "CanonicalRequest" }?.value)
            #expect(canonical.hasSuffix(end))
            #expect(canonical.contains("\na:\(value) v,w\nhost:") == (end.contains("a;host")))
        }
    }

    @Test func aliasOfTheHostIsTried() throws {
        let request = link(host: "192.168.1.20:9000")
        #expect(code(request) == "SignatureDoesNotMatch")
        let verifier = SignatureVerifier(keys: ChunkedExample.keys, aliases: HostAliases(["minio", "examplebucket.s3.amazonaws.com"]))
        #expect(try verifier.verify(request, now: now)?.alias == "examplebucket.s3.amazonaws.com")
        let bucket = SignatureVerifier(keys: ChunkedExample.keys, aliases: HostAliases(["s3.amazonaws.com"]))
        #expect(try bucket.verify(link(host: "examplebucket.localhost:9000"), now: now)?.alias == "examplebucket.s3.amazonaws.com")
        let capital = SignatureVerifier(keys: ChunkedExample.keys, aliases: HostAliases(["ExampleBucket.S3.AmazonAWS.com"]))
        #expect(try capital.verify(request, now: now)?.alias == "examplebucket.s3.amazonaws.com", "clients send lower case")
    }

    /// Once it is known, its signature is not computed again; everything that it covers must still be the same, and its time is looked at.
    @Test func aKnownLinkIsVerifiedLikeANewOne() throws {
        #expect(!verifier.knows(link(), now: now))
        let signer = try verifier.verify(link(), now: now)
        #expect(try verifier.verify(link(), now: now) == signer)
        #expect(verifier.knows(link(), now: now) && verifier.knows(link(), now: now + 86_399))
        #expect(!verifier.knows(link(), now: now + 86_400) && !verifier.knows(link(), now: now - 901))
        #expect(code(link(), now: now + 86_400) == "AccessDenied" && code(link(), now: now - 901) == "AccessDenied")
        #expect(code(link(), now: now) == nil, "a link that had expired holds again when the clock is set back")
        let others = [
            (link("HEAD"), "SignatureDoesNotMatch"), (link(host: "otherbucket.s3.amazonaws.com"), "SignatureDoesNotMatch"),
            (link("GET", Self.link + "&versionId=1"), "SignatureDoesNotMatch"),
            (link("GET", Self.link.replacing("86400", with: "86401")), "SignatureDoesNotMatch"),
        ]
        for (request, expected) in others {
            #expect(code(request) == expected)
            #expect(!verifier.knows(request, now: now))
        }
        for (name, value, expected) in [
            ("X-Amz-Acl", "public-read", "AccessDenied"), ("x-amz-content-sha256", "0", "SignatureDoesNotMatch"),
            ("Authorization", "AWS a:b", "InvalidArgument"), ("Host", "b", "SignatureDoesNotMatch"),
        ] {
            var request = link()
            request.append(name: name.utf8, value: value.utf8)
            #expect(code(request) == expected, "\(name)")
            #expect(!verifier.knows(request, now: now))
        }
        var prefixed = link("GET", "/__session/7f3a" + Self.link)
        prefixed.takePrefix("/__session/7f3a".utf8.count)
        #expect(code(prefixed) == "SignatureDoesNotMatch", "the prefix of a session is signed")
        var harmless = link()
        harmless.append(name: "Accept".utf8, value: "image/*".utf8)
        #expect(verifier.knows(harmless, now: now))
        #expect(!SignatureVerifier(keys: S3Keys([])).knows(link(), now: now), "what one verifier knows is nothing to another")
    }

    @Test func onlySoManyLinksAreKnown() throws {
        let links = VerifiedLinks()
        let signature = try #require(try SignatureV4(link()))
        let signer = try #require(try verifier.verify(link(), now: now))
        let lifetime = try #require(try LinkLifetime(link()))
        func request(_ number: Int) -> Request { link("GET", "/\(number)?a") }
        for number in 0..<(2 * VerifiedLinks.capacity + 1) {
            links.keep(.init(signer: signer, lifetime: lifetime), signature, for: request(number))
            #expect(links.verdict(on: request(0)) != nil, "what is used is kept")
        }
        #expect(links.verdict(on: request(1)) == nil)
        #expect(links.verdict(on: request(2 * VerifiedLinks.capacity)) != nil)
    }

    @Test func fieldsThatNobodySignedAreRefused() throws {
        var request = link()
        request.append(name: "X-Amz-Acl".utf8, value: "public-read".utf8)
        request.append(name: "Accept".utf8, value: "*/*".utf8)
        let error = try #require(throws: S3Error.self) { try verifier.verify(request, now: now) }
        #expect(error.status == 403)
        #expect(error.message == "There were headers present in the request which were not signed")
        #expect(error.details == [.init("HeadersNotSigned", "x-amz-acl")])
    }

    @Test(arguments: [
        ("X-Amz-Expires=86400", "X-Amz-Expires=604801"), ("X-Amz-Expires=86400", "X-Amz-Expires=-1"),
        ("X-Amz-Expires=86400", "X-Amz-Expires=x"), ("X-Amz-Expires=86400", "x=1"), ("X-Amz-Date=20130524T000000Z", "X-Amz-Date=20130524"),
        ("X-Amz-Date=20130524T000000Z", "X-Amz-Date=20130523T235959Z"), ("=AWS4-HMAC-SHA256&", "=AWS4-HMAC-SHA1&"),
        ("20130524%2Fus-east-1%2Fs3", "20130524%2Fus-east-1%2Fsqs"), ("%2Faws4_request", "%2Faws3_request"),
        ("AKIAIOSFODNN7EXAMPLE%2F20130524%2F", "AKIAIOSFODNN7EXAMPLE%2F"), ("&X-Amz-SignedHeaders=host", ""),
    ])
    func malformedLinkIsRefused(old: String, new: String) {
        #expect(code(link("GET", Self.link.replacing(old, with: new))) == "AuthorizationQueryParametersError")
    }

    @Test(arguments: [
        ("AWS4-HMAC-SHA256", "InvalidArgument"), ("AWS4-HMAC-SHA256 Credential=x", "AuthorizationHeaderMalformed"),
        ("AWS4-HMAC-SHA256 nonsense", "AuthorizationHeaderMalformed"),
        ("AWS4-HMAC-SHA256 Credential=x/y,SignedHeaders=host,Signature=0", "AuthorizationHeaderMalformed"),
        ("AWS4-ECDSA-P256-SHA256 Credential=x,SignedHeaders=host,Signature=0", "NotImplemented"),
        ("AWS4-HMAC-SHA1 Credential=x,SignedHeaders=host,Signature=0", "InvalidRequest"), ("Bearer x", "InvalidArgument"),
        ("AWS nonsense", "InvalidArgument"), ("AWS a:b:c", "InvalidArgument"),
        ("AWS4-HMAC-SHA256 Credential=\(key),SignedHeaders=host,Signature=0,Region=a", "AuthorizationHeaderMalformed"),
        ("AWS4-HMAC-SHA256 Credential=\(key),SignedHeaders=host,Signature=0,Signature=0", "AuthorizationHeaderMalformed"),
        ("AWS4-HMAC-SHA256 Credential=\(key),SignedHeaders=host,Host=localhost", "AuthorizationHeaderMalformed"),
        ("AWS4-HMAC-SHA256 Credential=nobody/20130524/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=0", "InvalidAccessKeyId"),
        ("AWS4-HMAC-SHA256 Credential=nobody/20130523/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=0", "InvalidAccessKeyId"),
        (
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130523/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=0",
            "AuthorizationHeaderMalformed"
        ),
    ])
    func malformedFieldIsRefused(field: String, code expected: String) {
        let request = Request(
            target: "/b/k",
            headers: [
                ("Host", "localhost"), ("x-amz-date", "20130524T000000Z"), ("x-amz-content-sha256", Self.ofNothing),
                ("Authorization", field),
            ])
        #expect(code(request) == expected)
    }

    /// What a client with a wrong clock gets does not depend on its key, nor on whether that is of the same day.
    @Test func theClockIsLookedAtBeforeTheKeyAndItsDay() {
        for (key, time, expected) in [
            (Self.key, "20100707T215304Z", "RequestTimeTooSkewed"), (Self.key, "20130523T235959Z", "AuthorizationHeaderMalformed"),
            ("nobody/20130524/us-east-1/s3/aws4_request", "20100707T215304Z", "RequestTimeTooSkewed"),
        ] {
            let field = "AWS4-HMAC-SHA256 Credential=\(key),SignedHeaders=host,Signature=0"
            let headers: HeaderFields = [
                ("Host", "localhost"), ("x-amz-date", time), ("x-amz-content-sha256", Self.ofNothing), ("Authorization", field),
            ]
            #expect(code(Request(target: "/b/k", headers: headers)) == expected)
        }
    }

    @Test func theTimeOfALinkIsLookedAtBeforeTheDayOfItsKey() {
        let other = Self.link.replacing("EXAMPLE%2F20130524", with: "EXAMPLE%2F20130523")
        for (now, expected) in [
            (now + 86_400, "AccessDenied"), (now - 901, "AccessDenied"), (now, "AuthorizationQueryParametersError"),
        ] { #expect(code(link("GET", other), now: now) == expected) }
    }

    /// S3 sorts the list, and what stands for the body is signed in any case.
    @Test func theListOfNamesMayHaveAnyOrder() {
        let signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        let fields: HeaderFields = [("Range", "bytes=0-9"), ("x-amz-date", "20130524T000000Z")]
        for names in ["x-amz-date;host;Range;x-amz-content-sha256", "range;X-Amz-Date;host;x-amz-content-sha256;host"] {
            #expect(code(signed("GET", "/test.txt", fields, names: names, signature: signature)) == nil)
        }
        // The payload is in what is signed; the field is not.
        let unsigned = signed("GET", "/test.txt", fields, names: "host;range;x-amz-date", signature: signature)
        #expect(code(unsigned) == "SignatureDoesNotMatch")
    }

    @Test func requestWithoutASignatureHasNone() throws {
        #expect(try verifier.verify(Request(target: "/b/k?x=1", headers: [("Host", "localhost")]), now: now) == nil)
    }

    @Test func twoSignaturesAreRefused() {
        var request = link()
        request.append(name: "Authorization".utf8, value: "AWS a:b".utf8)
        #expect(code(request) == "InvalidArgument")
    }

    @Test func signedChunksHaveTheirKey() throws {
        let signed = try #require(try verifier.verify(ChunkedExample.request(), now: now))
        var chunks = try #require(signed.chunks)
        #expect(chunks.next(digest: "bf718b6f653bebc184e1479f1935b8da974d701b893afcf49e701f3e2f9f9c5a") == ChunkedExample.chunks[0])
        #expect(try verifier.verify(ChunkedExample.request(ChunkedExample.trailerHead), now: now)?.chunks != nil)
    }

    /// A link with the signature that it needs.
    private func signed(_ target: String) throws -> Request {
        let maker = try #require(ChunkedExample.keys.signingKey(of: "AKIAIOSFODNN7EXAMPLE", ChunkedExample.scope))
        let request = link("GET", target)
        let attempt = SignatureAttempt(try #require(try SignatureV4(request)), maker, request, SignedQuery(request))
        let text = attempt.refusal.details.first { $0.name == "StringToSign" }?.value ?? ""
        return link("GET", target.replacing(/X-Amz-Signature=.*/, with: "X-Amz-Signature=\(maker.signature(of: text))"))
    }

    /// As in S3, the first value counts. The signature covers all of them.
    @Test func aParameterMayComeTwice() throws {
        for (name, second) in [("Expires", "1"), ("SignedHeaders", "host"), ("Date", "20200101T000000Z"), ("Algorithm", "AWS")] {
            let target = Self.link.replacing("&X-Amz-Signature", with: "&X-Amz-\(name)=\(second)&X-Amz-Signature")
            #expect(code(try signed(target)) == nil, "\(name)")
            #expect(code(link("GET", target)) == "SignatureDoesNotMatch", "\(name)")
        }
    }

    @Test func prefixOfASessionIsSigned() throws {
        var request = try signed(Self.link.replacing("/test.txt", with: "/__session/7f3a/b/k"))
        request.takePrefix("/__session/7f3a".utf8.count)
        #expect(request.path == "/b/k")
        #expect(code(request) == nil)
    }
}
