import Testing

@testable import S3Dialect

@Suite struct KeptDocumentTests {
    private func lifecycle(_ rules: String) throws -> String {
        let text = "<LifecycleConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(rules)</LifecycleConfiguration>"
        return String(decoding: try KeptDocument(.lifecycle, Array(text.utf8), bucket: "pics").bytes, as: UTF8.self)
    }

    /// With an empty filter unless the content says what the rule is for, and with an action.
    private func rule(_ content: String, status: String = "Enabled") -> String {
        let isFiltered = content.contains("Prefix>") || content.contains("<Filter")
        let acts = ["Expiration>", "Transition>", "Upload>"].contains { content.contains($0) }
        let action = acts ? "" : "<Expiration><Days>1</Days></Expiration>"
        return "<Rule>\(content)\(isFiltered ? "" : "<Filter/>")\(action)<Status>\(status)</Status></Rule>"
    }

    @Test func aRuleWithoutAnIDGetsOneThatStays() throws {
        let rules = rule("<Prefix>a&amp;b</Prefix>") + rule("<ID>two</ID><Prefix>b</Prefix>")
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
        ("<Transition><Days>29</Days><StorageClass>ONEZONE_IA</StorageClass></Transition>", "InvalidArgument"),
        ("<Filter><Tag><Key>a</Key><Value>b</Value></Tag></Filter>\(abort)", "InvalidRequest"),
        ("<Filter><And><Prefix>a</Prefix><Tag><Key>a</Key><Value>b</Value></Tag></And></Filter>\(abort)", "InvalidRequest"),
        ("<Filter><ObjectSizeLessThan>9</ObjectSizeLessThan></Filter>\(abort)", "InvalidRequest"),
        ("\(moved(days: 40))<Expiration><Days>40</Days></Expiration>", "InvalidArgument"),
        ("\(moved(noncurrentDays: 9))\(expired(noncurrentDays: 9))", "InvalidArgument"),
        ("\(moved(days: 40))<Expiration><Date>2030-01-01</Date></Expiration>", "InvalidRequest"),
        ("\(moved(days: 40))\(moved(days: 50))", "InvalidRequest"),
        ("<Filter><And><Prefix>a</Prefix></And></Filter>", "MalformedXML"), ("<Filter><And/></Filter>", "MalformedXML"),
        ("<Filter><ObjectSizeLessThan>0</ObjectSizeLessThan></Filter>", "InvalidRequest"),
        ("<Filter><ObjectSizeGreaterThan>-1</ObjectSizeGreaterThan></Filter>", "InvalidRequest"),
        (
            "<Filter><And><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan><ObjectSizeLessThan>5</ObjectSizeLessThan></And></Filter>",
            "InvalidRequest"
        ),
        ("<Filter><Tag><Key>a</Key><Value>b</Value></Tag></Filter>\(marker)", "InvalidRequest"),
        ("<Filter><ObjectSizeLessThan>9</ObjectSizeLessThan></Filter>\(marker)", "InvalidRequest"),
        ("<Prefix>a</Prefix>\(expired(noncurrentDays: 9, keeping: 1))", "InvalidRequest"),
        (expired(noncurrentDays: 9, keeping: 0), "InvalidArgument"),
    ])
    func whatS3RefusesOfARule(_ content: String, _ code: String) throws {
        #expect(#expect(throws: S3Error.self) { try lifecycle(rule(content)) }?.code == code)
    }

    @Test(arguments: [
        "<Filter/>", "<Filter><And><Prefix>a</Prefix><Tag><Key>a</Key><Value>b</Value></Tag></And></Filter>",
        "<Transition><Days>0</Days><StorageClass>GLACIER</StorageClass></Transition>",
        "<Transition><Date>2030-01-01T00:00:00.000Z</Date><StorageClass>STANDARD_IA</StorageClass></Transition>",
        "<NoncurrentVersionTransition><NoncurrentDays>0</NoncurrentDays><StorageClass>GLACIER_IR</StorageClass></NoncurrentVersionTransition>",
        "<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration>",
        "<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>",
        "<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>",
        "<Transition><Days>30</Days><StorageClass>STANDARD_IA</StorageClass></Transition>", "<Filter><Prefix>a</Prefix></Filter>\(abort)",
        "\(moved(days: 40))<Expiration><Days>41</Days></Expiration>",
        "\(moved(noncurrentDays: 40))\(expired(noncurrentDays: 41))", "\(moved(noncurrentDays: 40))<Expiration><Days>1</Days></Expiration>",
    ])
    func whatS3TakesOfARule(_ content: String) throws { #expect(try lifecycle(rule("<ID>a</ID>" + content)).contains(content)) }

    @Test func aRuleSaysWhyItsActionsDoNotFit() {
        func message(_ content: String) -> String? { #expect(throws: S3Error.self) { try lifecycle(rule(content)) }?.message }
        #expect(
            message("<Transition><Days>10</Days><StorageClass>STANDARD_IA</StorageClass></Transition>")
                == "'Days' in Transition action must be greater than or equal to 30 for storageClass 'STANDARD_IA'")
        #expect(
            message("<Filter><Prefix>p/</Prefix></Filter>\(Self.moved(days: 9))<Expiration><Days>8</Days></Expiration>")
                == "'Days' in the Expiration action for filter '(prefix=p/)' must be greater than 'Days' in the Transition action")
        #expect(
            message("<Filter><Tag><Key>a</Key><Value>b</Value></Tag></Filter>\(Self.abort)")
                == "AbortIncompleteMultipartUpload cannot be specified with Tags.")
        #expect(
            message("<Filter><ObjectSizeLessThan>9</ObjectSizeLessThan></Filter>\(Self.abort)")
                == "AbortIncompleteMultipartUpload cannot be specified with Object Size.")
    }

    private static let abort =
        "<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>"
    private static func moved(days: Int) -> String {
        "<Transition><Days>\(days)</Days><StorageClass>GLACIER</StorageClass></Transition>"
    }
    private static func moved(noncurrentDays days: Int) -> String {
        let content = "<NoncurrentDays>\(days)</NoncurrentDays><StorageClass>GLACIER</StorageClass>"
        return "<NoncurrentVersionTransition>\(content)</NoncurrentVersionTransition>"
    }
    private static func expired(noncurrentDays days: Int, keeping count: Int? = nil) -> String {
        let kept = count.map { "<NewerNoncurrentVersions>\($0)</NewerNoncurrentVersions>" } ?? ""
        return "<NoncurrentVersionExpiration><NoncurrentDays>\(days)</NoncurrentDays>\(kept)</NoncurrentVersionExpiration>"
    }
    private static let marker = "<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>"

    @Test func rulesFitTogether() {
        func message(_ rules: String) -> String? { #expect(throws: S3Error.self) { try lifecycle(rules) }?.message }
        let (filtered, plain) = (rule("<ID>a</ID>"), rule("<ID>b</ID><Prefix>b</Prefix>"))
        #expect(
            message(filtered + plain) == "Base level prefix cannot be used in Lifecycle V2, prefixes are only supported in the Filter.")
        #expect(message(plain + filtered) == "Filter element can only be used in Lifecycle V2.")
        #expect(
            message(plain + rule("<ID>c</ID><Prefix></Prefix>"))
                == "Found overlapping prefixes 'b' and '' for same action type 'Expiration'")
        #expect(throws: Never.self) { try lifecycle(plain + rule("<ID>c</ID><Prefix></Prefix>\(Self.abort)")) }
        let many = (0..<1_001).map { rule("<ID>\($0)</ID>") }.joined()
        #expect(message(many) == "The number of lifecycle rules must not exceed the allowed limit of 1000 rules.")
    }

    @Test func aRuleDoesSomething() throws {
        let idle = "<Rule><Filter/><Status>Enabled</Status></Rule>"
        let error = #expect(throws: S3Error.self) { try lifecycle(rule("<ID>a</ID>") + idle) }
        #expect(error?.code == "InvalidRequest" && error?.message == "At least one action needs to be specified in a rule")
        #expect(#expect(throws: S3Error.self) { try lifecycle("") }?.code == "MalformedXML")
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

    @Test func whatElseCountsOfADocument() throws {
        let target = "<TargetBucket>logs</TargetBucket><TargetPrefix/>"
        let logging = "<BucketLoggingStatus><LoggingEnabled>\(target)</LoggingEnabled></BucketLoggingStatus>"
        #expect(try KeptDocument(.logging, Array(logging.utf8), bucket: "pics").logTarget == "logs")
        #expect(try KeptDocument(.logging, Array("<BucketLoggingStatus/>".utf8), bucket: "pics").logTarget == nil)
    }

    @Test func anEncryptionSaysWhichKeysAreUsed() throws {
        let method = "<ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault>"
        func key(_ isUsed: String) -> String { "<BucketKeyEnabled>\(isUsed)</BucketKeyEnabled>" }
        func blocked(_ type: String) -> String {
            "<BlockedEncryptionTypes><EncryptionType>\(type)</EncryptionType></BlockedEncryptionTypes>"
        }
        for (sent, kept) in [
            ("", key("false") + blocked("SSE-C")), (key("true"), key("true") + blocked("SSE-C")),
            (blocked("NONE"), blocked("NONE") + key("false")), (key("true") + blocked("NONE"), key("true") + blocked("NONE")),
        ] {
            let text = "<ServerSideEncryptionConfiguration><Rule>\(method)\(sent)</Rule></ServerSideEncryptionConfiguration>"
            let document = String(decoding: try KeptDocument(.encryption, Array(text.utf8), bucket: "pics").bytes, as: UTF8.self)
            #expect(document.contains("\(method)\(kept)</Rule>"), "\(document)")
        }
    }

    @Test(arguments: [
        ("", "MalformedXML"),
        ("<Rule></Rule><Rule></Rule>", "MalformedXML"),
        ("<Rule><ApplyServerSideEncryptionByDefault>\(Self.withKey)</ApplyServerSideEncryptionByDefault></Rule>", "InvalidArgument"),
    ])
    func anEncryptionHasOneRule(rules: String, code: String) {
        let text = "<ServerSideEncryptionConfiguration>\(rules)</ServerSideEncryptionConfiguration>"
        let error = #expect(throws: S3Error.self) { try KeptDocument(.encryption, Array(text.utf8), bucket: "pics") }
        #expect(error?.code == code)
    }

    @Test(arguments: [("AES256", true), ("aws:kms", true), ("aws:kms:dsse", true), ("foo", false), ("aes256", false), ("", false)])
    func anEncryptionHasAnAlgorithmOfS3(algorithm: String, isKnown: Bool) {
        let rule = "<ApplyServerSideEncryptionByDefault><SSEAlgorithm>\(algorithm)</SSEAlgorithm></ApplyServerSideEncryptionByDefault>"
        let text = "<ServerSideEncryptionConfiguration><Rule>\(rule)</Rule></ServerSideEncryptionConfiguration>"
        #expect(Self.code { _ = try KeptDocument(.encryption, Array(text.utf8), bucket: "pics") } == (isKnown ? nil : "MalformedXML"))
    }

    @Test(arguments: [
        ("", true), (format("<SimplePrefix/>"), true), (format("<PartitionedPrefix/>"), true), (format(partitioned("EventTime")), true),
        (format(partitioned("DeliveryTime")), true), (format(partitioned("kaboom")), false),
        (format("<SimplePrefix/>" + partitioned("EventTime")), false), (format("<OtherPrefix/>"), false),
        (grant("CanonicalUser", "FULL_CONTROL") + format("<SimplePrefix/>"), true), (grant("Group", "READ"), true),
        (grant("Group", "READ_ACP"), true),
        (grant("Group", "WRITE_ACP"), false), (grant("Group", "LOOK"), false), (grant("Robot", "READ"), false),
    ])
    func logsHaveAFormOfS3(content: String, isRight: Bool) {
        let target = "<TargetBucket>logs</TargetBucket><TargetPrefix>a</TargetPrefix>"
        let text = "<BucketLoggingStatus><LoggingEnabled>\(target)\(content)</LoggingEnabled></BucketLoggingStatus>"
        #expect(Self.code { _ = try KeptDocument(.logging, Array(text.utf8), bucket: "pics") } == (isRight ? nil : "MalformedXML"))
    }

    @Test(arguments: [
        ("Topic", "arn:aws:sns:us-east-1:123456789012:a", "s3:ObjectCreated:*", nil),
        ("Queue", "arn:aws-cn:sqs:cn-north-1:123456789012:a", "s3:ReducedRedundancyLostObject", nil),
        ("CloudFunction", "arn:aws:lambda:us-east-1:123456789012:function:a:1", "s3:LifecycleExpiration:Delete", nil),
        ("Queue", "arn:aws:sqs:us-east-1:123456789012:a", "s3:ObjectCreated", "Event"),
        ("Queue", "arn:aws:sqs:us-east-1:123456789012:a", "s3:ObjectCreated:Patch", "Event"),
        ("Queue", "arn:aws:sqs:us-east-1:123456789012:a", "ObjectCreated", "Event"), ("Queue", "a", "s3:ObjectCreated:Put", "Queue"),
        ("Queue", "arn:aws:sns:us-east-1:123456789012:a", "s3:ObjectCreated:Put", "Queue"),
        ("Topic", "arn:aws:sns:us-east-1:123456789012:", "s3:ObjectCreated:Put", "Topic"),
        ("CloudFunction", "arn:aws:lambda:a", "s3:ObjectCreated:Put", "CloudFunction"),
    ])
    func notificationsAreOfEventsAndGoSomewhere(kind: String, arn: String, event: String, argument: String?) {
        let content = "<Id>a</Id><\(kind)>\(arn)</\(kind)><Event>s3:ObjectRemoved:*</Event><Event>\(event)</Event>"
        let name = "\(kind)Configuration"
        let text = "<NotificationConfiguration><\(name)>\(content)</\(name)><EventBridgeConfiguration/></NotificationConfiguration>"
        do throws(S3Error) {
            _ = try KeptDocument(.notification, Array(text.utf8), bucket: "pics")
            #expect(argument == nil)
        } catch {
            #expect(error.status == 400 && error.code == "InvalidArgument")
            #expect(error.details.map(\.value) == [argument, argument == "Event" ? event : arn])
            #expect(argument == "Event" || error.message == "The ARN could not be parsed")
        }
    }

    private func notification(_ more: String) throws -> String {
        let text = "<NotificationConfiguration>\(Self.topic(more))</NotificationConfiguration>"
        return String(decoding: try KeptDocument(.notification, Array(text.utf8), bucket: "pics").bytes, as: UTF8.self)
    }

    @Test func aFilterIsByPrefixOrSuffix() {
        let rule = "<FilterRule><Name>INVALID</Name><Value>x</Value></FilterRule>"
        let error = #expect(throws: S3Error.self) { try notification("<Filter><S3Key>\(rule)</S3Key></Filter>") }
        #expect(error?.code == "InvalidArgument" && error?.message == "filter rule name must be either prefix or suffix")
        #expect(error?.details == [.init("ArgumentName", "FilterRule.Name"), .init("ArgumentValue", "INVALID")])
    }

    @Test func aFilterHasOnePrefixAndOneSuffix() {
        for name in ["Prefix", "suffix"] {
            let rule = "<FilterRule><Name>\(name)</Name><Value>x</Value></FilterRule>"
            let error = #expect(throws: S3Error.self) { try notification("<Filter><S3Key>\(rule)\(rule)</S3Key></Filter>") }
            #expect(error?.code == "InvalidArgument")
            #expect(error?.message == "Cannot specify more than one \(name.lowercased()) rule in a filter.")
        }
    }

    /// A notification of a queue, with filter rules.
    private static func queue(_ id: String, _ event: String, _ rules: [(String, String)]) -> String {
        let filter = rules.map { "<FilterRule><Name>\($0.0)</Name><Value>\($0.1)</Value></FilterRule>" }.joined()
        let content = "<Id>\(id)</Id><Queue>arn:aws:sqs:us-east-1:123456789012:q</Queue><Event>\(event)</Event>"
        return "<QueueConfiguration>\(content)<Filter><S3Key>\(filter)</S3Key></Filter></QueueConfiguration>"
    }

    private func notifications(_ content: String) throws {
        let text = "<NotificationConfiguration>\(content)</NotificationConfiguration>"
        _ = try KeptDocument(.notification, Array(text.utf8), bucket: "pics")
    }

    @Test func idsOfNotificationsAreUnique() throws {
        try notifications(Self.topic("<Id>a</Id>") + Self.queue("b", "s3:ObjectRemoved:*", []))
        let error = #expect(throws: S3Error.self) {
            try notifications(Self.topic("<Id>a</Id>") + Self.queue("a", "s3:ObjectRemoved:*", []))
        }
        #expect(error?.code == "InvalidArgument")
        #expect(error?.message == "Same ID used for multiple configurations. IDs must be unique.")
    }

    /// The first is of `s3:ObjectCreated:*`, for the prefix `im` and the suffix `.jpg`.
    @Test(
        arguments: [
            ("s3:ObjectCreated:*", [("prefix", "im"), ("suffix", ".jpg")], false), ("s3:ObjectCreated:Put", [("prefix", "images")], false),
            ("s3:ObjectCreated:Put", [], false), ("s3:ObjectCreated:Put", [("suffix", "a.jpg")], false),
            ("s3:ObjectCreated:Put", [("Prefix", "i"), ("Suffix", "g")], false), ("s3:ObjectRemoved:*", [], true),
            ("s3:ObjectCreated:*", [("suffix", ".png")], true), ("s3:ObjectCreated:*", [("prefix", "videos")], true),
        ] as [(String, [(String, String)], Bool)])
    func anEventIsForOneNotification(event: String, rules: [(String, String)], isTaken: Bool) {
        let first = Self.queue("a", "s3:ObjectCreated:*", [("prefix", "im"), ("suffix", ".jpg")])
        do {
            try notifications(first + Self.queue("b", event, rules))
            #expect(isTaken)
        } catch {
            #expect(!isTaken)
            let error = error as? S3Error
            #expect(error?.code == "InvalidArgument")
            #expect(
                error?.message
                    == "Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping "
                    + "for the same event type.")
        }
    }

    @Test func theNamesOfAFilterHaveS3sSpelling() throws {
        func filter(_ first: String, _ second: String) -> String {
            let rules = [(first, "name/prefix"), (second, ".Txt")].map { name, value in
                "<FilterRule><Name>\(name)</Name><Value>\(value)</Value></FilterRule>"
            }
            return "<Id>a</Id><Filter><S3Key>\(rules.joined())</S3Key></Filter>"
        }
        for (first, second) in [("prefix", "SUFFIX"), (" Prefix ", "Suffix"), ("Prefix", "Suffix")] {
            #expect(try notification(filter(first, second)).contains(filter("Prefix", "Suffix")))
        }
    }

    @Test func aNotificationWithoutAnIDGetsOneThatStays() throws {
        let kept = try notification("")
        #expect(kept == (try notification("")) && kept.contains("<TopicConfiguration><Id>"))
        let id = try #require(kept.split(separator: "<Id>").last?.split(separator: "</Id>").first)
        #expect(id.count == 32)
        #expect(try notification("<Id/>").split(separator: "<Id>").count == 2, "an empty one is none")
        #expect(try notification("<Id>a</Id>").hasSuffix("\(Self.topic("<Id>a</Id>"))</NotificationConfiguration>"))
    }

    /// Elements that S3's schema does not have, text between elements, and what is missing.
    @Test(arguments: [
        (KeptDocument.Kind.notification, "<Foo><Bar/></Foo>"), (.notification, "text"), (.notification, topic("<Foo/>")),
        (.notification, topic("<Filter><Foo/></Filter>")), (.notification, topic("<Filter><S3Key><FilterRule/></S3Key></Filter>")),
        (.notification, "<EventBridgeConfiguration><Foo/></EventBridgeConfiguration>"),
        (.logging, "text"), (.logging, "<LoggingEnabled/>"), (.logging, "<LoggingEnabled><TargetBucket>a</TargetBucket></LoggingEnabled>"),
        (.logging, "<LoggingEnabled><TargetPrefix>a</TargetPrefix></LoggingEnabled>"), (.logging, "<Foo/>"),
        (.logging, "<LoggingEnabled><TargetBucket>a</TargetBucket><TargetPrefix/><Foo/></LoggingEnabled>"),
        (.website, "<RedirectAllRequestsTo/>"), (.website, index + "<Foo/>"), (.website, index + "<ErrorDocument/>"),
        (.website, routing("<Redirect><Foo/></Redirect>")), (.website, routing("<Condition><Foo/></Condition>\(redirect("301"))")),
        (.lifecycle, days("<Foo/>")), (.lifecycle, days("text")), (.lifecycle, days("") + "<Foo/>"), (.lifecycle, days("<Expriation/>")),
        (.lifecycle, days("<Transition><Days>1</Days><StorageClass>GLACIER</StorageClass><Foo/></Transition>")),
        (.encryption, "<Rule/>"), (.encryption, "<Rule>text<BucketKeyEnabled>true</BucketKeyEnabled></Rule>"),
        (.encryption, "<Rule><BucketKeyEnabled>true</BucketKeyEnabled><Foo/></Rule>"),
    ])
    func whatS3sSchemaDoesNotHaveIsRefused(kind: KeptDocument.Kind, content: String) throws {
        let root = try #require(kind.root)
        #expect(Self.code { _ = try KeptDocument(kind, Array("<\(root)>\(content)</\(root)>".utf8), bucket: "pics") } == "MalformedXML")
    }

    @Test(arguments: [
        (KeptDocument.Kind.notification, topic("<Filter><S3Key>\(filterRule)</S3Key></Filter>")), (.notification, ""), (.logging, ""),
        (.website, "<RedirectAllRequestsTo><HostName>a</HostName></RedirectAllRequestsTo>"),
        (.website, routing("<Redirect><HostName>a</HostName><HttpRedirectCode>301</HttpRedirectCode></Redirect>")),
        (.lifecycle, days(" <!-- --> ")),
        (
            .encryption, "<Rule><BlockedEncryptionTypes><EncryptionType>SSE-C</EncryptionType></BlockedEncryptionTypes></Rule>"
        ),
    ])
    func whatS3sSchemaHasIsTaken(kind: KeptDocument.Kind, content: String) throws {
        let root = try #require(kind.root)
        #expect(Self.code { _ = try KeptDocument(kind, Array("<\(root)>\(content)</\(root)>".utf8), bucket: "pics") } == nil)
    }

    private static let filterRule = "<FilterRule><Name>prefix</Name><Value>a</Value></FilterRule>"
    private static func topic(_ more: String) -> String {
        "<TopicConfiguration><Topic>arn:aws:sns:us-east-1:123456789012:t</Topic><Event>s3:ObjectCreated:*</Event>\(more)</TopicConfiguration>"
    }
    private static func days(_ more: String) -> String {
        "<Rule><ID>a</ID><Filter/><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>\(more)</Rule>"
    }

    private static func format(_ content: String) -> String { "<TargetObjectKeyFormat>\(content)</TargetObjectKeyFormat>" }
    private static func partitioned(_ source: String) -> String {
        "<PartitionedPrefix><PartitionDateSource>\(source)</PartitionDateSource></PartitionedPrefix>"
    }
    private static func grant(_ type: String, _ permission: String) -> String {
        let grantee = "<Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"\(type)\"><ID>a</ID></Grantee>"
        return "<TargetGrants><Grant>\(grantee)<Permission>\(permission)</Permission></Grant></TargetGrants>"
    }

    /// Of the error; nil for none.
    static func code(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return (error as? S3Error)?.code ?? "\(error)" }
    }

    static let index = "<IndexDocument><Suffix>index.html</Suffix></IndexDocument>"
    static func routing(_ rule: String) -> String { "\(index)<RoutingRules><RoutingRule>\(rule)</RoutingRule></RoutingRules>" }
    static func redirect(_ code: String) -> String {
        "<Redirect><HostName>a</HostName><HttpRedirectCode>\(code)</HttpRedirectCode></Redirect>"
    }
    private static let withKey = "<SSEAlgorithm>AES256</SSEAlgorithm><KMSMasterKeyID>k</KMSMasterKeyID>"

    @Test(arguments: [
        (KeptDocument.Kind.website, 128 << 10), (.lifecycle, 1 << 20), (.logging, 1 << 20), (.notification, 1 << 20),
    ])
    func longDocumentsAreRefused(_ kind: KeptDocument.Kind, _ limit: Int) {
        func refusal(_ length: Int) -> S3Error? {
            do throws(S3Error) {
                _ = try KeptDocument(kind, Array(repeating: UInt8(ascii: " "), count: length), bucket: "pics")
                return nil
            } catch { return error }
        }
        let long = refusal(limit + 1)
        #expect((long?.status, long?.code) == (400, "MaxMessageLengthExceeded"))
        #expect(long?.details.first?.value == String(limit))
        #expect(refusal(limit)?.code == "MalformedXML")
    }
}
