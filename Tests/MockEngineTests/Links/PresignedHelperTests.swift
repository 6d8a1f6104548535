import HTTPMessage
import JSONDocument
import S3Dialect
import StubModel
import Testing

@testable import MockEngine

@Suite struct PresignedHelperTests {
    private static let now = 1_795_256_130
    private let verifier = SignatureVerifier(keys: S3Keys([("test", "secret")]))

    private func context(now: Int = now, seed: UInt64 = 1, hasListener: Bool = true) -> RenderContext {
        let context = Rendering.context(seed: seed, now: now * 1_000)
        if hasListener { context.s3BaseURL = { "http://\($0.firstHeader("Host") ?? ""):9000/__session/7f3a" } }
        context.links = ObjectLinks(LinkMaker(accessKey: "test", secret: "secret"))
        return context
    }

    private func rendered(_ template: String, now: Int = now, seed: UInt64 = 1) throws -> String {
        let request = Request(target: "/feed?key=a.jpg", headers: [("Host", "phone.local")])
        return try Rendering.body(template, request, context: context(now: now, seed: seed))
    }

    /// The request that a client makes of a link.
    private func request(_ method: String, _ link: String, _ fields: HeaderFields = []) -> Request {
        let rest = link.dropFirst("http://".count)
        var headers: HeaderFields = [("Host", String(rest.prefix { $0 != "/" }))]
        headers.append(contentsOf: fields)
        return Request(method: method, target: String(rest.drop { $0 != "/" }), headers: headers)
    }

    @Test func aLinkHoldsForTheAddressThatTheClientUsed() throws {
        let link = try rendered("{{s3.presigned 'pose-images' request.query.key expiresIn=60}}")
        #expect(link.hasPrefix("http://phone.local:9000/__session/7f3a/pose-images/a.jpg?X-Amz-Algorithm="))
        #expect(try verifier.verify(request("GET", link), now: Self.now)?.way == .linkV4)
        #expect(throws: S3Error.self) { try verifier.verify(request("PUT", link), now: Self.now) }
        #expect(throws: S3Error.self) { try verifier.verify(request("GET", link), now: Self.now + 60) }
    }

    @Test func aStableLinkIsTheSameForHalfItsLifeAndARotatingOneNever() throws {
        let window = Self.now / 450 * 450
        let stable = "{{s3.presigned 'b' 'k'}}"
        #expect(try rendered(stable, now: window, seed: 1) == rendered(stable, now: window + 449, seed: 2))
        #expect(try rendered(stable, now: window) != rendered(stable, now: window + 450))
        let pair = try rendered("{{s3.presigned 'b' 'k' rotating=true}} {{s3.presigned 'b' 'k' rotating=true}}").split(separator: " ")
        #expect(Set(pair).count == 2)
        for link in pair { #expect(try verifier.verify(request("GET", String(link)), now: Self.now) != nil) }
        #expect(try rendered("{{s3.presigned 'b' 'k' rotating=true}}") == rendered("{{s3.presigned 'b' 'k' rotating=true}}"), "by the seed")
    }

    @Test func aLinkForAnUploadIsBoundToItsType() throws {
        let link = try rendered("{{s3.presigned 'b' 'k' method='put' contentType='image/png'}}")
        #expect(try verifier.verify(request("PUT", link, [("Content-Type", "image/png")]), now: Self.now) != nil)
        #expect(throws: S3Error.self) { try verifier.verify(request("PUT", link, [("Content-Type", "text/html")]), now: Self.now) }
        #expect(throws: S3Error.self) { try verifier.verify(request("GET", link), now: Self.now) }
    }

    @Test func parametersOfTheQueryAreSigned() throws {
        let link = try rendered("{{s3.presigned 'b' 'k' versionId='7' response-content-type='text/x'}}")
        #expect(link.contains("&versionId=7&response-content-type=text%2Fx&X-Amz-Signature="))
        #expect(try verifier.verify(request("GET", link), now: Self.now) != nil)
        #expect(throws: S3Error.self) {
            try verifier.verify(request("GET", link.replacing("versionId=7", with: "versionId=8")), now: Self.now)
        }
    }

    @Test func aFormIsJSON() throws {
        let text = try rendered("{{s3.presigned 'uploads' 'user/${filename}' form=true maximumBytes=10 contentType='image/png'}}")
        let form = try JSONValue.parse(Array(text.utf8))
        #expect(form["url"] == "http://phone.local:9000/__session/7f3a/uploads")
        #expect(form["fields"]?["key"] == "user/${filename}")
        #expect(form["fields"]?["Content-Type"] == "image/png")
        let policy = try #require(form["fields"]?["policy"]?.string.flatMap { Base64.decode($0.utf8) })
        #expect(String(decoding: policy, as: UTF8.self).contains(#"["content-length-range",0,10]"#))
        #expect(try JSONValue.parse(Array(rendered("{{s3.presigned 'b' 'k' method='POST'}}").utf8))["fields"] != nil)
    }

    @Test(arguments: [
        ("{{s3.presigned}}", "the bucket is missing"), ("{{s3.presigned 'b'}}", "the key is missing"),
        ("{{s3.presigned 'b' request.query.none}}", "the key is missing"),
        ("{{s3.presigned 'b' 'k' expiresIn=0}}", "expiresIn must be a whole number from 1 to 604800, not '0'"),
        ("{{s3.presigned 'b' 'k' expiresIn='soon'}}", "expiresIn must be a whole number from 1 to 604800, not 'soon'"),
        ("{{s3.presigned 'b' 'k' rotating=1}}", "rotating must be true or false, not '1'"),
        (
            "{{s3.presigned 'b' 'k' method='PATCH'}}",
            "there are no links for the method 'PATCH'; the methods are GET, PUT, HEAD, DELETE, POST"
        ),
        ("{{s3.presigned 'b' 'k' expireIn=9}}", "there is no option 'expireIn'. Did you mean \"expiresIn\"?"),
        ("{{s3.presigned 'b' 'k' form=true minimumBytes=2 maximumBytes=1}}", "minimumBytes is more than maximumBytes"),
        ("{{s3.presigned 'b' 'k' maximumBytes=1}}", "maximumBytes limits the file of a form only"),
        ("{{s3.presigned 'b' 'k' minimumBytes=1}}", "minimumBytes limits the file of a form only"),
        ("{{s3.presigned 'b' 'k' form=true method='PUT'}}", "method must be POST for a form, not PUT"),
        ("{{s3.presigned 'b' 'k' versionId='1' form=true}}", "versionId does not go with a form, whose address has no query"),
        ("{{s3.presigned 'b' 'k' contentType='a\r\nb'}}", "contentType must not have line ends or other control characters"),
    ]) func mistakesAreTold(template: String, message: String) throws {
        #expect(try rendered(template) == "[ERROR: s3.presigned: \(message)]")
    }

    @Test func withoutAListenerTheResponseFails() throws {
        let (response, _) = try Rendering.compile(#"{"body": "{{s3.presigned 'b' 'k'}}"}"#)
        let answer = response.response(for: Request(target: "/"), in: context(hasListener: false))
        #expect(answer.status == 500)
        #expect(Rendering.text(answer).contains("s3.presigned: there is no S3 listener"))
    }

    @Test func aBucketThatTheFolderLacksIsAWarning() throws {
        var environment = EngineEnvironment()
        environment.links = ObjectLinks(LinkMaker(accessKey: "a", secret: "b")) { $0 == "there" }
        let engine = MockEngine(environment, .manual())
        let mapping = """
            {"request": {"url": "/"}, "response": {"transformers": ["response-template"],
              "jsonBody": {"a": "{{s3.presigned 'there' 'k'}}", "b": "{{#each request.query.k}}{{s3.presigned 'nowhere' this}}{{/each}}"}}}
            """
        let document = try JSONDocument.parse(Array(mapping.utf8), name: "m.json")
        let report = ProblemReport(document)
        let definition = try #require(StubMapping.decode(document.root, report))
        #expect(engine.compile(definition, report) != nil)
        #expect(
            report.warnings.map(\.description) == [
                "m.json:2:100 /response/jsonBody/b: a link names the bucket \"nowhere\", and the folder has no s3/nowhere."
                    + " Add the folder, correct the name, or have the test create the bucket."
            ])
    }
}
