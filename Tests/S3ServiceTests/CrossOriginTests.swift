import HTTPMessage
import S3Dialect
import TestSupport
import Testing

@testable import S3Service

/// The setting that lets pages of other origins use every bucket.
@Suite struct CrossOriginTests {
    private static let origin: HeaderFields = [("Origin", "http://localhost:3000")]

    private func fixture(_ origins: [String], auth: AuthenticationMode = .expiry) throws -> S3Fixture {
        var settings = S3Settings(auth: auth, keys: [(accessKey: "test", secretKey: "secret")])
        settings.corsOrigins = origins
        return try S3Fixture(settings: settings)
    }

    private func exposed(_ answer: S3Answer) -> [String] {
        (answer.header("Access-Control-Expose-Headers") ?? "").split(separator: ",").map { $0.trimmingPrefix(" ").lowercased() }
    }

    @Test func pagesReadWhatTheyNeedForUploadsInParts() async throws {
        let s3 = try fixture(["http://localhost:3000"])
        let put = await s3.put("/pics/a", "x", Self.origin)
        #expect(put.status == 200)
        #expect(put.header("Access-Control-Allow-Origin") == "http://localhost:3000")
        #expect(exposed(put).contains("etag"))
        for field in put.fields where field.name.hasPrefix("x-amz-") { #expect(exposed(put).contains(field.name), "\(field.name)") }
        #expect(await s3.get("/pics/a").header("Access-Control-Allow-Origin") == nil)
        #expect(await s3.get("/pics/a", [("Origin", "http://other.test")]).header("Access-Control-Allow-Origin") == nil)
    }

    @Test func responsesOfStubsGetTheFieldsOfTheirBucket() async throws {
        let s3 = try fixture([])
        let rules =
            "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod></CORSRule></CORSConfiguration>"
        #expect(await s3.put("/pics?cors", rules, S3Fixture.digest(of: rules)).status == 200)
        let session = S3Session(layer: s3.layer, now: HTTPDate(secondsSinceEpoch: 0))
        func allowed(_ method: String, _ bucket: String) -> String? {
            let request = Request(method: method, target: "/\(bucket)/a", headers: Self.origin, arrival: Arrival(listener: .s3))
            return s3.service.originFields(for: request, beside: WirePlan(Response(status: 503)), in: session)
                .first("Access-Control-Allow-Origin")
        }
        #expect(allowed("PUT", "pics") == "*")
        #expect(allowed("GET", "pics") == nil && allowed("PUT", "other") == nil)
    }

    @Test func plainReadsAndRefusalsHaveTheFieldsToo() async throws {
        let s3 = try fixture(["*"], auth: .strict)
        for _ in 0..<2 {
            #expect(await s3.get("/pics/photo.jpg").header("Access-Control-Allow-Origin") == nil)
            #expect(await s3.get("/pics/photo.jpg", Self.origin).header("Access-Control-Allow-Origin") == "*")
        }
        #expect(await s3.get("/pics/none", Self.origin).header("Access-Control-Allow-Origin") == "*")
        let forged = await s3.get("/pics/photo.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256", Self.origin)
        #expect(forged.status >= 400 && forged.header("Access-Control-Allow-Origin") == "*")
        let open = try fixture(["*"])
        #expect(await open.get("/pics/photo.jpg").status == 200)
        #expect(await open.get("/pics/photo.jpg", Self.origin).header("Access-Control-Allow-Origin") == "*")
    }

    @Test func preflightIsAllowed() async throws {
        let s3 = try fixture(["http://localhost:3000"])
        let fields: HeaderFields = [
            ("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "PUT"),
            ("Access-Control-Request-Headers", "x-amz-acl, Content-Type"),
        ]
        let preflight = await s3.answer("OPTIONS", "/pics/a", fields)
        #expect(preflight.status == 200)
        #expect(preflight.header("Access-Control-Allow-Methods")?.contains("PUT") == true)
        #expect(preflight.header("Access-Control-Allow-Headers") == "x-amz-acl, content-type")
        #expect(exposed(preflight).contains("etag") && exposed(preflight).contains("x-amz-version-id"))
        var other = fields
        other.set("Origin", "http://other.test")
        #expect(await s3.answer("OPTIONS", "/pics/a", other).code == "AccessForbidden")
    }

    @Test func theRulesOfABucketComeFirst() async throws {
        let s3 = try fixture(["*"])
        let rule = "<CORSRule><AllowedOrigin>http://localhost:3000</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>"
        #expect(await s3.set("/pics?cors", "<CORSConfiguration>\(rule)</CORSConfiguration>").status == 200)
        #expect(await s3.get("/pics/photo.jpg", Self.origin).header("Access-Control-Allow-Origin") == "http://localhost:3000")
        #expect(await s3.get("/pics/photo.jpg", [("Origin", "http://b.test")]).header("Access-Control-Allow-Origin") == "*")
    }

    @Test func aReadMayBeAskedLikeAPreflight() async throws {
        let s3 = try S3Fixture()
        let allowed = "<AllowedHeader>x-amz-expected-bucket-owner</AllowedHeader>"
        let rule = "<CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>\(allowed)</CORSRule>"
        #expect(await s3.set("/pics?cors", "<CORSConfiguration>\(rule)</CORSConfiguration>").status == 200)
        for (requested, origin) in [("x-AMZ-expected-bucket-owner", "*"), ("x-amz-request-payer", nil)] {
            var fields = Self.origin
            fields.append(name: "Access-Control-Request-Headers", value: requested)
            let read = await s3.get("/pics/photo.jpg", fields)
            #expect((read.status, read.header("Access-Control-Allow-Origin")) == (200, origin), "\(requested)")
        }
    }

    /// Whatever the bucket allows.
    @Test(arguments: [
        ("get", "x-a", "Invalid Access-Control-Request-Method: get"),
        ("GET", "x-a, X(Custom)", "Access-Control-Request-Headers &quot;X(Custom)&quot; contains invalid character."),
    ])
    func aPreflightNamesAMethodAndFields(method: String, names: String, message: String) async throws {
        for s3 in [try S3Fixture(), try fixture(["*"])] {
            var fields = Self.origin
            fields.append(name: "Access-Control-Request-Method", value: method)
            fields.append(name: "Access-Control-Request-Headers", value: names)
            let answer = await s3.answer("OPTIONS", "/pics/a", fields)
            #expect((answer.status, answer.code, answer.element("Message")) == (400, "BadRequest", message))
        }
    }

    @Test func anOriginMayBeEmpty() async throws {
        let s3 = try S3Fixture()
        let rule = "<CORSRule><AllowedOrigin></AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>"
        #expect(await s3.set("/pics?cors", "<CORSConfiguration>\(rule)</CORSConfiguration>").status == 200)
        #expect(await s3.get("/pics?cors").elements("AllowedOrigin") == [""])
        #expect(await s3.get("/pics/photo.jpg", Self.origin).header("Access-Control-Allow-Origin") == nil)
    }

    @Test(arguments: [("pics", "CORSResponse: CORS is not enabled for this bucket."), ("none", "CORSResponse: Bucket not found")])
    func aPreflightWithoutRulesIsRefused(bucket: String, message: String) async throws {
        let s3 = try S3Fixture()
        let answer = await s3.answer("OPTIONS", "/\(bucket)/photo.jpg", [("Origin", "http://localhost:3000")])
        #expect((answer.status, answer.element("Message")) == (403, message))
        #expect((answer.element("Method"), answer.element("ResourceType")) == ("OPTIONS", "BUCKET"))
    }
}
