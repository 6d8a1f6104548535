import Testing

@testable import S3Dialect

@Suite struct KeptDocumentTests {
    private func lifecycle(_ rules: String) throws -> String {
        let text = "<LifecycleConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(rules)</LifecycleConfiguration>"
        return String(decoding: try KeptDocument(.lifecycle, Array(text.utf8)).bytes, as: UTF8.self)
    }

    /// With an empty filter unless the content says what the rule is for, and with an action.
    private func rule(_ content: String, status: String = "Enabled") -> String {
        let isFiltered = content.contains("Prefix>") || content.contains("<Filter")
        let acts = ["Expiration>", "Transition>", "Upload>"].contains { content.contains($0) }
        let action = acts ? "" : "<Expiration><Days>1</Days></Expiration>"
        return "<Rule>\(content)\(isFiltered ? "" : "<Filter/>")\(action)<Status>\(status)</Status></Rule>"
    }

    @Test func aRuleWithoutAnIDGetsOneThatStays() throws {
        let rules = rule("<Prefix>a&amp;b</Prefix>") + rule("<ID>two</ID>")
        let kept = try lifecycle(rules)
        #expect(kept == (try lifecycle(rules)))
        #expect(kept.contains("<Prefix>a&amp;b</Prefix>") && kept.contains("<ID>two</ID>"))
        #expect(kept.split(separator: "<ID>").count == 3)
        // What is whole stays as it is.
        #expect(try lifecycle(rule("<ID>two</ID>")).hasSuffix(rule("<ID>two</ID>") + "</LifecycleConfiguration>"))
    }

    @Test(arguments: [
        ("<ID>a</ID><Expiration><Days>0</Days></Expiration>", "InvalidArgument"),
        ("<ID>a</ID><Expiration><Days>x</Days></Expiration>", "InvalidArgument"),
        ("<ID>a</ID><Expiration><Date>2030-01-01T10:00:00Z</Date></Expiration>", "InvalidArgument"),
        ("<ID>a</ID><Expiration></Expiration>", "MalformedXML"),
        ("<ID>a</ID><Expiration><Days>1</Days><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>", "MalformedXML"),
        ("<ID>a</ID><ID>b</ID>", "MalformedXML"),
        ("<Transition><Days>-1</Days><StorageClass>GLACIER</StorageClass></Transition>", "InvalidArgument"),
        ("<Transition><Date>2030-01-01T10:00:00Z</Date><StorageClass>GLACIER</StorageClass></Transition>", "InvalidArgument"),
        ("<Transition><Days>1</Days><StorageClass>BRONZE</StorageClass></Transition>", "MalformedXML"),
        ("<Transition><Days>1</Days></Transition>", "MalformedXML"),
        ("<Transition><StorageClass>GLACIER</StorageClass></Transition>", "MalformedXML"),
        ("<NoncurrentVersionTransition><StorageClass>GLACIER</StorageClass></NoncurrentVersionTransition>", "MalformedXML"),
        ("<NoncurrentVersionExpiration><NoncurrentDays>0</NoncurrentDays></NoncurrentVersionExpiration>", "InvalidArgument"),
        (
            "<AbortIncompleteMultipartUpload><DaysAfterInitiation>0</DaysAfterInitiation></AbortIncompleteMultipartUpload>",
            "InvalidArgument"
        ),
        ("<Filter><Prefix>a</Prefix><ObjectSizeLessThan>1</ObjectSizeLessThan></Filter>", "MalformedXML"),
        ("<Prefix>a</Prefix><Filter><Prefix>a</Prefix></Filter>", "MalformedXML"),
        ("<Filter><And><Tag><Key>a</Key></Tag><Tag><Key>a</Key></Tag></And></Filter>", "InvalidRequest"),
    ])
    func whatS3RefusesOfARule(_ content: String, _ code: String) throws {
        #expect(#expect(throws: S3Error.self) { try lifecycle(rule(content)) }?.code == code)
    }

    @Test(arguments: [
        "<Filter/>", "<Filter><And><Prefix>a</Prefix><Tag><Key>a</Key><Value>b</Value></Tag></And></Filter>",
        "<Transition><Days>0</Days><StorageClass>GLACIER</StorageClass></Transition>",
        "<Transition><Date>2030-01-01</Date><StorageClass>STANDARD_IA</StorageClass></Transition>",
        "<NoncurrentVersionTransition><NoncurrentDays>0</NoncurrentDays><StorageClass>GLACIER_IR</StorageClass></NoncurrentVersionTransition>",
        "<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration>",
        "<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>",
        "<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>",
    ])
    func whatS3TakesOfARule(_ content: String) throws { #expect(try lifecycle(rule("<ID>a</ID>" + content)).contains(content)) }

    @Test func aRuleDoesSomething() throws {
        let idle = "<Rule><Filter/><Status>Enabled</Status></Rule>"
        let error = #expect(throws: S3Error.self) { try lifecycle(rule("<ID>a</ID>") + idle) }
        #expect(error?.code == "InvalidRequest" && error?.message == "At least one action needs to be specified in a rule")
        #expect(#expect(throws: S3Error.self) { try lifecycle("") }?.code == "MalformedXML")
    }

    @Test(arguments: ["aws:kms", "aws:kms:dsse"]) func encryptionWithKMSIsNotImplemented(_ algorithm: String) throws {
        let method = "<ApplyServerSideEncryptionByDefault><SSEAlgorithm>\(algorithm)</SSEAlgorithm></ApplyServerSideEncryptionByDefault>"
        let text = "<ServerSideEncryptionConfiguration><Rule>\(method)</Rule></ServerSideEncryptionConfiguration>"
        let error = #expect(throws: S3Error.self) { try KeptDocument(.encryption, Array(text.utf8)) }
        #expect(error?.status == 501 && error?.message.hasSuffix("SSE-KMS") == true)
    }

    @Test func aRuleSaysWhatItIsFor() throws {
        let rule = "<Rule><Expiration><Days>1</Days></Expiration><Status>Enabled</Status></Rule>"
        #expect(#expect(throws: S3Error.self) { try lifecycle(rule) }?.code == "MalformedXML")
    }

    @Test func idsAreShortAndUnique() throws {
        #expect(#expect(throws: S3Error.self) { try lifecycle(rule("<ID>a</ID>") + rule("<ID>a</ID>")) }?.code == "InvalidArgument")
        let long = String(repeating: "a", count: 256)
        #expect(#expect(throws: S3Error.self) { try lifecycle(rule("<ID>\(long)</ID>")) }?.code == "InvalidArgument")
        #expect(#expect(throws: S3Error.self) { try lifecycle(rule("", status: "enabled")) }?.code == "MalformedXML")
    }

    @Test(arguments: [
        (#""Principal": "*""#, true), (#""Principal": {"AWS": "*"}"#, true), (#""Principal": {"AWS": ["a", "*"]}"#, true),
        (#""Principal": {"AWS": "arn:aws:iam::1:root"}"#, false), (#""Action": "*""#, false),
        (#""Principal": "*", "Condition": {"IpAddress": {"aws:SourceIp": "10.0.0.0/8"}}"#, false),
        (#""Principal": "*", "Condition": {"StringLike": {"aws:Referer": "a*"}}"#, true), (#""Principal": "*", "Condition": 1"#, true),
    ])
    func aPolicyIsPublicWhereItAllowsAnybodySomething(_ members: String, _ isPublic: Bool) throws {
        for (effect, wanted) in [("Allow", isPublic), ("Deny", false)] {
            let policy = #"{"Statement": {"Effect": "\#(effect)", \#(members)}}"#
            #expect(try KeptDocument(.policy, Array(policy.utf8)).isPublicPolicy == wanted)
        }
    }

    @Test func nobodyIsAllowedByNotPrincipal() throws {
        let policy = Array(#"{"Statement": [{"Effect": "Allow", "NotPrincipal": {"AWS": "a"}}]}"#.utf8)
        #expect(#expect(throws: S3Error.self) { try KeptDocument(.policy, policy) }?.code == "MalformedPolicy")
    }

    @Test func whatElseCountsOfADocument() throws {
        let logging = "<BucketLoggingStatus><LoggingEnabled><TargetBucket>logs</TargetBucket></LoggingEnabled></BucketLoggingStatus>"
        #expect(try KeptDocument(.logging, Array(logging.utf8)).logTarget == "logs")
        #expect(try KeptDocument(.logging, Array("<BucketLoggingStatus/>".utf8)).logTarget == nil)
    }

    @Test func anEncryptionSaysWhetherKeysOfBucketsAreUsed() throws {
        let method = "<ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault>"
        for (sent, kept) in [("", "false"), ("<BucketKeyEnabled>true</BucketKeyEnabled>", "true")] {
            let text = "<ServerSideEncryptionConfiguration><Rule>\(method)\(sent)</Rule></ServerSideEncryptionConfiguration>"
            let document = String(decoding: try KeptDocument(.encryption, Array(text.utf8)).bytes, as: UTF8.self)
            #expect(document.contains("\(method)<BucketKeyEnabled>\(kept)</BucketKeyEnabled></Rule>"), "\(document)")
        }
    }

    @Test(arguments: [
        ("", "MalformedXML"),
        ("<Rule></Rule><Rule></Rule>", "MalformedXML"),
        ("<Rule><ApplyServerSideEncryptionByDefault>\(Self.withKey)</ApplyServerSideEncryptionByDefault></Rule>", "InvalidArgument"),
    ])
    func anEncryptionHasOneRule(rules: String, code: String) {
        let text = "<ServerSideEncryptionConfiguration>\(rules)</ServerSideEncryptionConfiguration>"
        let error = #expect(throws: S3Error.self) { try KeptDocument(.encryption, Array(text.utf8)) }
        #expect(error?.code == code)
    }

    @Test(arguments: [
        ("<IndexDocument><Suffix>/index.html</Suffix></IndexDocument>", "InvalidArgument", "/index.html"),
        ("<IndexDocument><Suffix></Suffix></IndexDocument>", "InvalidArgument", ""),
        ("<RedirectAllRequestsTo><HostName>a</HostName></RedirectAllRequestsTo>\(index)", "InvalidArgument", "not null"),
        ("<ErrorDocument><Key>a</Key></ErrorDocument>", "InvalidArgument", "null"),
        ("\(index)<RoutingRules/>", "MalformedXML", nil),
        (routing("<Redirect><Protocol>ftp</Protocol></Redirect>"), "InvalidRequest", nil),
        (
            routing("<Redirect><ReplaceKeyPrefixWith>a</ReplaceKeyPrefixWith><ReplaceKeyWith>b</ReplaceKeyWith></Redirect>"),
            "InvalidRequest", nil
        ),
        (routing("<Condition/><Redirect><ReplaceKeyWith>b</ReplaceKeyWith></Redirect>"), "InvalidRequest", nil),
        (routing(""), "MalformedXML", nil),
    ])
    func whatS3RefusesOfAWebsite(_ content: String, _ code: String, _ value: String?) throws {
        let error = #expect(throws: S3Error.self) { try website(content) }
        #expect(error?.code == code)
        #expect(error?.details.first { $0.name == "ArgumentValue" }?.value == value)
    }

    @Test(arguments: [
        index, "<RedirectAllRequestsTo><HostName>a</HostName><Protocol>https</Protocol></RedirectAllRequestsTo>",
        routing("<Condition><KeyPrefixEquals>a</KeyPrefixEquals></Condition><Redirect><ReplaceKeyWith>b</ReplaceKeyWith></Redirect>"),
        routing("<Redirect><Protocol>http</Protocol></Redirect>"),
    ])
    func whatS3TakesOfAWebsite(_ content: String) throws { #expect(throws: Never.self) { try website(content) } }

    private func website(_ content: String) throws {
        _ = try KeptDocument(.website, Array("<WebsiteConfiguration>\(content)</WebsiteConfiguration>".utf8))
    }

    private static let index = "<IndexDocument><Suffix>index.html</Suffix></IndexDocument>"
    private static func routing(_ rule: String) -> String { "\(index)<RoutingRules><RoutingRule>\(rule)</RoutingRule></RoutingRules>" }
    private static let withKey = "<SSEAlgorithm>AES256</SSEAlgorithm><KMSMasterKeyID>k</KMSMasterKeyID>"
}
