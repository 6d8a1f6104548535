import HTTPMessage
import Synchronization
import Testing

@testable import S3Service

@Suite struct BucketTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    @Test func aBucketIsMadeUsedAndDeleted() async {
        let made = await s3.put("/mine")
        #expect(made.status == 200)
        #expect(made.header("Location") == "/mine")
        #expect(made.header("x-amz-bucket-arn") == "arn:aws:s3:::mine")
        #expect(await s3.head("/mine").header("x-amz-bucket-arn") == "arn:aws:s3:::mine")
        #expect(await s3.get("/").elements("Name") == ["mine", "pics"])
        #expect(await s3.head("/mine").status == 200)
        await s3.put("/mine/a", "x")
        #expect(await s3.delete("/mine").code == "BucketNotEmpty")
        await s3.delete("/mine/a")
        #expect(await s3.delete("/mine").status == 204)
        #expect(await s3.head("/mine").status == 404)
        #expect(await s3.delete("/mine").code == "NoSuchBucket")
        #expect(await s3.put("/mine/a", "x").code == "NoSuchBucket")
    }

    @Test func aBucketOfTheFolderCanBeDeletedAndMadeAgain() async {
        #expect(await s3.delete("/pics").code == "BucketNotEmpty")
        await s3.delete("/pics/photo.jpg")
        #expect(await s3.delete("/pics").status == 204)
        #expect(await s3.get("/").elements("Name").isEmpty)
        #expect(await s3.get("/pics/photo.jpg").code == "NoSuchBucket")
        #expect(await s3.put("/pics").status == 200)
        #expect(await s3.get("/pics/photo.jpg").code == "NoSuchKey")
        s3.layer.reset()
        #expect(await s3.get("/pics/photo.jpg").status == 200)
    }

    @Test func anExistingBucketIsMadeAgainInTheOldestRegionOnly() async throws {
        await s3.put("/mine")
        await s3.put("/mine/a", "x")
        #expect(await s3.put("/mine").status == 200)
        #expect(await s3.get("/mine/a").status == 200)
        let elsewhere = "<CreateBucketConfiguration><LocationConstraint>eu-west-1</LocationConstraint></CreateBucketConfiguration>"
        #expect(await s3.put("/mine", elsewhere).code == "BucketAlreadyOwnedByYou")
        await s3.put("/far", elsewhere)
        #expect(await s3.put("/far").code == "BucketAlreadyOwnedByYou")
        let west = try S3Fixture(settings: S3Settings(region: "eu-west-1"))
        await west.put("/mine")
        #expect(await west.put("/mine").code == "BucketAlreadyOwnedByYou")
    }

    @Test(arguments: [
        "ab", "Abc", "_abc", "abc_d", "-abc", "abc-", "a..b", "a.-b", "a-.b", "192.168.5.123", ".abc", "abc.", "xn--abc", "abc-s3alias",
        String(repeating: "a", count: 64),
    ])
    func namesAreChecked(name: String) async {
        #expect(await s3.put("/\(name)").code == "InvalidBucketName")
    }

    @Test func aRegionIsKept() async {
        let body = "<CreateBucketConfiguration><LocationConstraint>eu-west-1</LocationConstraint></CreateBucketConfiguration>"
        #expect(await s3.put("/mine", body).status == 200)
        #expect(await s3.get("/mine?location").text.contains("eu-west-1"))
        #expect(await s3.head("/mine").header("x-amz-bucket-region") == "eu-west-1")
        let wrong = "<CreateBucketConfiguration><LocationConstraint>us-east-1</LocationConstraint></CreateBucketConfiguration>"
        #expect(await s3.put("/other", wrong).code == "InvalidLocationConstraint")
    }

    @Test(arguments: [("us-east-1", "InvalidLocationConstraint"), ("eu-west-1", "IllegalLocationConstraintException")])
    func theRegionOfTheSignatureSaysHowItIsRefused(region: String, code: String) async {
        let credential = "me/20270115/\(region)/s3/aws4_request"
        let body = "<CreateBucketConfiguration><LocationConstraint>us-east-1</LocationConstraint></CreateBucketConfiguration>"
        let authorization = "AWS4-HMAC-SHA256 Credential=\(credential), SignedHeaders=host, Signature=0"
        let signed = await s3.put("/other", body, [("Authorization", authorization)])
        let link = await s3.put("/other?X-Amz-Credential=\(credential.replacing("/", with: "%2F"))", body)
        for answer in [signed, link] { #expect((answer.status, answer.code) == (400, code)) }
    }

    @Test func aConfigurationWithoutContentIsNone() async {
        #expect(await s3.put("/mine", "<CreateBucketConfiguration/>").header("Location") == "/mine")
        #expect(await s3.get("/").elements("BucketRegion") == [], "only of a request with a parameter")
        for query in ["prefix=mine", "max-buckets=1", "continuation-token=", "bucket-region=us-east-1"] {
            #expect(await s3.get("/?\(query)").element("BucketRegion") == "us-east-1")
        }
    }

    /// Nothing of them can be set, so nothing is deleted.
    @Test func whatIsOnlyReadIsDeletedAsInS3() async {
        for _ in 0..<2 { #expect(await s3.delete("/pics?replication").status == 204) }
        for setting in ["inventory", "analytics", "metrics", "intelligent-tiering"] {
            let answer = await s3.delete("/pics?\(setting)&id=a")
            #expect((answer.status, answer.code) == (404, "NoSuchConfiguration"))
            #expect(await s3.delete("/none?\(setting)&id=a").code == "NoSuchBucket")
        }
    }

    @Test func whoPaysForRequestsIsKept() async {
        #expect(await s3.get("/pics?requestPayment").elements("Payer") == ["BucketOwner"])
        for payer in ["Requester", "BucketOwner"] {
            let document = "<RequestPaymentConfiguration><Payer>\(payer)</Payer></RequestPaymentConfiguration>"
            #expect(await s3.put("/pics?requestPayment", document).status == 200)
            #expect(await s3.get("/pics?requestPayment").elements("Payer") == [payer])
        }
        #expect(await s3.put("/pics?requestPayment", "<RequestPaymentConfiguration/>").code == "MalformedXML")
    }

    @Test func theOldNameOfIrelandIsKeptInItsLocationOnly() async {
        await s3.put("/mine", "<CreateBucketConfiguration><LocationConstraint>EU</LocationConstraint></CreateBucketConfiguration>")
        #expect(await s3.get("/mine?location").text.contains(">EU<"))
        #expect(await s3.head("/mine").header("x-amz-bucket-region") == "eu-west-1")
        #expect(await s3.get("/?prefix=mine").element("BucketRegion") == "eu-west-1")
        #expect(await s3.get("/?bucket-region=eu-west-1").elements("Name") == ["mine"])
    }

    @Test func listingOfBucketsHasALimit() async {
        for limit in ["0", "10001", "x", "-1", ""] { #expect(await s3.get("/?max-buckets=\(limit)").code == "InvalidArgument", "\(limit)") }
    }

    @Test func settingsAreKept() async {
        let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"
        #expect(await s3.set("/pics?tagging", tags).status == 204)
        #expect(await s3.get("/pics?tagging").elements("Value") == ["1"])
        #expect(await s3.delete("/pics?tagging").status == 204)
        #expect(await s3.get("/pics?tagging").code == "NoSuchTagSet")
        let policy =
            #"{"Statement":{"Effect":"Deny","Principal":"*","Action":"s3:DeleteBucket","Resource":"arn:aws:s3:::pics"}}"#
        #expect(await s3.put("/pics?policy", policy).status == 204)
        let got = await s3.get("/pics?policy")
        #expect(got.text == policy)
        #expect(got.header("Content-Type") == "application/json")
        #expect(await s3.put("/pics?policy", "nonsense").code == "MalformedPolicy")
        #expect(await s3.put("/pics?policy", policy.replacing("pics", with: "other")).element("Message") == "Policy has invalid resource")
        #expect(await s3.set("/pics?lifecycle", "<Nonsense/>").code == "MalformedXML")
        let block = "<PublicAccessBlockConfiguration><BlockPublicAcls>true</BlockPublicAcls></PublicAccessBlockConfiguration>"
        #expect(await s3.put("/pics?publicAccessBlock", block).status == 200)
        #expect(await s3.put("/pics?acl", "", [("x-amz-acl", "public-read")]).code == "AccessDenied")
        #expect(await s3.put("/none?tagging", tags).code == "NoSuchBucket")
    }

    @Test func aBlockRefusesPublicPoliciesOnly() async {
        func policy(_ principal: String) -> String {
            #"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":\#(principal),"Action":"s3:GetObject","Resource":"arn:aws:s3:::pics/*"}]}"#
        }
        let (forAll, forOne) = (policy(#""*""#), policy(#"{"AWS":"123456789012"}"#))
        #expect(await s3.put("/pics?policy", forAll).status == 204)
        let block = "<PublicAccessBlockConfiguration><BlockPublicPolicy>true</BlockPublicPolicy></PublicAccessBlockConfiguration>"
        #expect(await s3.put("/pics?publicAccessBlock", block).status == 200)
        #expect(await s3.put("/pics?policy", forAll).code == "AccessDenied")
        #expect(await s3.put("/pics?policy", forOne).status == 204)
        #expect(await s3.get("/pics?policy").text == forOne)
    }

    @Test func aclsAreKept() async {
        #expect(await s3.put("/pics?acl", "", [("x-amz-acl", "public-read")]).status == 200)
        let got = await s3.get("/pics?acl")
        #expect(got.elements("Permission") == ["READ", "FULL_CONTROL"])
        #expect(got.element("URI") == "http://acs.amazonaws.com/groups/global/AllUsers")
        await s3.put("/pics/a", "x", [("x-amz-acl", "authenticated-read")])
        #expect(await s3.get("/pics/a?acl").elements("Permission") == ["READ", "FULL_CONTROL"])
        #expect(await s3.put("/pics/a?acl", "", [("x-amz-acl", "private")]).status == 200)
        #expect(await s3.get("/pics/a?acl").elements("Permission") == ["FULL_CONTROL"])
        #expect(await s3.put("/pics/a?acl", "", [("x-amz-acl", "nonsense")]).code == "InvalidArgument")
        let text = await s3.get("/pics?acl").text
        #expect(await s3.put("/pics/a?acl", text).status == 200)
        #expect(await s3.get("/pics/a?acl").elements("Permission") == ["READ", "FULL_CONTROL"])
    }

    @Test(arguments: [
        ("write", "fakekey=\"1\"", "x-amz-grant-write", "fakekey=&quot;1&quot;"), ("read", "id=\"wrong-id\"", "id", "wrong-id"),
        ("read-acp", "uri=\"http://acs.amazonaws.com/groups/s3/FakeGroup\"", "uri", "http://acs.amazonaws.com/groups/s3/FakeGroup"),
    ])
    func aGrantIsToSomebody(field: String, grantee: String, argument: String, value: String) async {
        let refusal = await s3.put("/pics?acl", "", [("x-amz-grant-" + field, grantee)])
        #expect(refusal.code == "InvalidArgument")
        #expect(refusal.element("ArgumentName") == argument)
        #expect(refusal.element("ArgumentValue") == value)
    }

    @Test(arguments: ["emailAddress", "emailaddress"]) func noAccountHasAnAddress(name: String) async {
        let refusal = await s3.put("/pics?acl", "", [("x-amz-grant-read", "\(name)=\"user@example.com\"")])
        #expect(refusal.code == "UnresolvableGrantByEmailAddress")
    }

    @Test func logsStayInTheirRegion() async {
        func logging(_ target: String) -> String {
            "<BucketLoggingStatus><LoggingEnabled><TargetBucket>\(target)</TargetBucket><TargetPrefix/></LoggingEnabled></BucketLoggingStatus>"
        }
        let west = "<CreateBucketConfiguration><LocationConstraint>us-west-2</LocationConstraint></CreateBucketConfiguration>"
        #expect(await s3.put("/west", west).header("Location") == "http://127.0.0.1:9000/west/")
        let refusal = await s3.put("/pics?logging", logging("west"))
        #expect(refusal.code == "CrossLocationLoggingProhibitted")
        #expect(refusal.elements("TargetBucketLocation") == ["us-west-2"] && refusal.element("SourceBucketLocation") == nil)
        let fromWest = await s3.put("/west?logging", logging("pics"))
        #expect(fromWest.element("TargetBucketLocation") == "us-east-1" && fromWest.element("SourceBucketLocation") == "us-west-2")
        #expect(await s3.put("/west?logging", logging("west")).status == 200)
        #expect(await s3.put("/pics?logging", logging("pics")).status == 200)
    }

    @Test func pagesOfOtherOriginsMayDoWhatTheRulesSay() async {
        let preflight: HeaderFields = [
            ("Origin", "http://a.example"), ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "x-amz-meta-a"),
        ]
        #expect(await s3.answer("OPTIONS", "/pics/a", preflight).code == "AccessForbidden")
        let rules = """
            <CORSConfiguration><CORSRule><AllowedOrigin>http://*.example</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>\
            <AllowedMethod>GET</AllowedMethod><AllowedHeader>x-amz-*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>\
            <MaxAgeSeconds>60</MaxAgeSeconds></CORSRule></CORSConfiguration>
            """
        #expect(await s3.set("/pics?cors", rules).status == 200)
        let allowed = await s3.answer("OPTIONS", "/pics/a", preflight)
        #expect(allowed.status == 200)
        #expect(allowed.header("Access-Control-Allow-Origin") == "http://a.example")
        #expect(allowed.header("Access-Control-Max-Age") == "60")
        let got = await s3.get("/pics/photo.jpg", [("Origin", "http://a.example")])
        #expect(got.header("Access-Control-Expose-Headers") == "ETag")
        #expect(await s3.get("/pics/photo.jpg", [("Origin", "http://b.test")]).header("Access-Control-Allow-Origin") == nil)
        #expect(await s3.delete("/pics/a", [("Origin", "http://a.example")]).header("Access-Control-Allow-Origin") == nil)
    }

    private static let tag = "<Tag><Key>a</Key><Value>1</Value></Tag>"

    @Test(arguments: ["<Tagging><TagSet/></Tagging>", "<Tagging/>"]) func anEmptySetOfTagsIsNone(document: String) async {
        #expect(await s3.set("/pics?tagging", "<Tagging><TagSet>\(Self.tag)</TagSet></Tagging>").status == 204)
        #expect(await s3.set("/pics?tagging", document).status == 204)
        #expect(await s3.get("/pics?tagging").code == "NoSuchTagSet")
        #expect(await s3.put("/pics/photo.jpg?tagging", "<Tagging><TagSet>\(Self.tag)</TagSet></Tagging>").status == 200)
        #expect(await s3.put("/pics/photo.jpg?tagging", document).status == 200)
        #expect(await s3.get("/pics/photo.jpg?tagging").elements("Key").isEmpty)
    }

    @Test func aBucketIsMadeWithTagsOnce() async {
        func tags(_ content: String) -> String { "<CreateBucketConfiguration><Tags>\(content)</Tags></CreateBucketConfiguration>" }
        #expect(await s3.put("/plain", tags("")).status == 200)
        #expect(await s3.get("/plain?tagging").code == "NoSuchTagSet")
        #expect(await s3.put("/mine", tags(Self.tag)).status == 200)
        let again = await s3.put("/mine", tags(Self.tag))
        #expect((again.status, again.code) == (409, "BucketAlreadyOwnedByYou"))
        for body in ["", tags("")] { #expect(await s3.put("/mine", body).status == 200) }
        #expect(await s3.get("/mine?tagging").elements("Value") == ["1"])
    }

    @Test func bucketsOfARegionAreThoseOfOneThatExists() async throws {
        let refusal = await s3.get("/?bucket-region=eu-east-1")
        #expect((refusal.status, refusal.code) == (400, "InvalidArgument"))
        #expect(refusal.element("Message") == "Argument value eu-east-1 is not a valid AWS Region")
        #expect(refusal.element("ArgumentName") == "bucket-region" && refusal.element("ArgumentValue") == nil)
        #expect(await s3.get("/?bucket-region=ap-south-1").status == 200)
        // A region that this version does not know may be that of a bucket, or the server's.
        await s3.put("/mars", "<CreateBucketConfiguration><LocationConstraint>ma-rs-1</LocationConstraint></CreateBucketConfiguration>")
        #expect(await s3.get("/?bucket-region=ma-rs-1").elements("Name") == ["mars"])
        let moon = try S3Fixture(settings: S3Settings(region: "moon"))
        #expect(await moon.get("/?bucket-region=moon").elements("Name") == ["pics"])
    }

    @Test(arguments: ["RandomValue", ""]) func anOwnershipIsOneOfS3(value: String) async {
        let refusal = await s3.put("/new", "", [("x-amz-object-ownership", value)])
        #expect((refusal.status, refusal.code) == (400, "InvalidArgument"))
        #expect(refusal.element("ArgumentName") == "x-amz-object-ownership" && refusal.element("ArgumentValue") == nil)
    }

    /// S3 sends both, whatever the client has sent.
    @Test(arguments: [
        (
            "lifecycle", "LifecycleConfiguration",
            "<Rule><ID>a</ID><Filter/><Status>Enabled</Status><Expiration><Days>1</Days></Expiration></Rule>"
        ),
        ("encryption", "ServerSideEncryptionConfiguration", "<Rule><BucketKeyEnabled>true</BucketKeyEnabled></Rule>"),
        ("website", "WebsiteConfiguration", "<IndexDocument><Suffix>i</Suffix></IndexDocument>"), ("logging", "BucketLoggingStatus", ""),
        ("notification", "NotificationConfiguration", "<EventBridgeConfiguration/>"),
    ])
    func aDocumentHasADeclarationAndANamespace(name: String, root: String, content: String) async {
        let namespace = " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\""
        for (declaration, sent) in [("", ""), ("", namespace), ("<?xml version='1.0'?><!-- c -->", ""), ("", " xmlns=\"\"")] {
            #expect(await s3.set("/pics?\(name)", "\(declaration)<\(root)\(sent)>\(content)</\(root)>").status == 200)
            let kept = await s3.get("/pics?\(name)").text
            #expect(kept.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<\(root)\(namespace)"), "\(kept)")
            #expect(kept.split(separator: "xmlns=").count == 2)
        }
    }

    @Test func theSmallestTransitionIsOneOfS3() async {
        let rule = "<Rule><Filter/><Status>Enabled</Status><Expiration><Days>1</Days></Expiration></Rule>"
        let refusal = await s3.set(
            "/pics?lifecycle", "<LifecycleConfiguration>\(rule)</LifecycleConfiguration>",
            [("x-amz-transition-default-minimum-object-size", "none")])
        #expect((refusal.status, refusal.code) == (400, "InvalidRequest"))
        #expect(refusal.element("Message") == "Invalid TransitionDefaultMinimumObjectSize found: none")
    }

    @Test func aBucketWithVersionsSaysWhatIsInIt() async {
        await s3.put("/pics?versioning", "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>")
        #expect(await s3.delete("/pics").element("Message")?.hasSuffix("You must delete all versions in the bucket.") == true)
    }

    @Test func bucketsAndTheirDocumentsTakeRoomBesideContents() async throws {
        let ledger = s3.layer.versionLedger
        await s3.put("/mine")
        let made = ledger.used
        #expect(made >= StorageLedger.versionBytes)
        func website(_ length: Int) -> String {
            "<WebsiteConfiguration><IndexDocument><Suffix>i</Suffix></IndexDocument><!--\(String(repeating: "x", count: length))-->"
                + "</WebsiteConfiguration>"
        }
        #expect(await s3.put("/mine?website", website(100_000)).status == 200)
        #expect(ledger.used > made + 100_000 && ledger.used < made + 101_000)
        #expect(await s3.put("/mine?website", website(10)).status == 200)
        #expect(ledger.used < made + 1_000)
        let others = try ledger.charge(ledger.limit - ledger.used)
        #expect(await s3.put("/mine?website", website(11)).code == "QuotaExceeded")
        #expect(await s3.get("/mine?website").text.contains("<!--\(String(repeating: "x", count: 10))-->"))
        #expect(await s3.put("/other").code == "QuotaExceeded")
        #expect(await s3.delete("/mine?website").status == 204)
        #expect(await s3.delete("/mine").status == 204)
        withExtendedLifetime(others) {}
        #expect(await s3.get("/").elements("Name") == ["pics"])
    }

    /// A policy has a thousand actions, each with wildcards, and a tag of XML thousands of attributes.
    @Test(arguments: ["/pics?policy", "/pics?versioning", "/pics?acl", "/pics/photo.jpg?acl", "/pics/photo.jpg?tagging", "/other"])
    func aDocumentIsReadOnThePool(target: String) {
        let headers: HeaderFields = [("Host", "127.0.0.1:9000"), ("Content-Length", "2")]
        let request = Request(method: "PUT", target: target, headers: headers, body: Array("{}".utf8))
        let reply = s3.service.respond(to: request, in: S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
        guard case .later = reply else {
            Issue.record("It is read on the worker of the wire.")
            return
        }
    }
}
