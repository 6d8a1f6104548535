import Testing

@testable import S3Dialect

/// What S3 refuses of a bucket policy, and which policies are public.
@Suite struct BucketPolicyTests {
    private static let usual = [
        "Effect": #""Allow""#, "Principal": #""*""#, "Action": #""s3:GetObject""#, "Resource": #""arn:aws:s3:::pics/*""#,
    ]

    /// A statement with some members written otherwise; an empty text leaves one out.
    private static func statement(_ changes: [String: String]) -> String {
        let members = usual.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }

    private static func policy(_ changes: [String: String]) -> String {
        #"{"Version": "2012-10-17", "Statement": [\#(statement(changes))]}"#
    }

    private func read(_ policy: String) throws -> KeptDocument { try KeptDocument(.policy, Array(policy.utf8), bucket: "pics") }

    private func refusal(_ policy: String) -> S3Error? {
        do {
            _ = try read(policy)
            return nil
        } catch { return error as? S3Error }
    }

    @Test(arguments: [
        ("[]", "Policies must be valid JSON and the first byte must be '{'"), ("{", "This policy contains invalid Json"),
        ("{}", "Missing required field Statement"), (#"{"Statement": []}"#, "Could not parse the policy: Statement is empty!"),
        (#"{"Statement": {}}"#, "Missing required field Effect"), (#"{"Statement": [1]}"#, "This policy contains invalid Json"),
        (#"{"Foo": 1, "Statement": []}"#, "Unknown field Foo"),
        (#"{"Version": "2012-10-18", "Statement": []}"#, "The policy must contain a valid version string"),
        (#"{"Version": 1, "Statement": []}"#, "The policy must contain a valid version string"),
    ])
    func whatS3RefusesOfAPolicy(_ policy: String, _ message: String) {
        let refusal = refusal(policy)
        #expect(refusal?.status == 400 && refusal?.code == "MalformedPolicy")
        #expect(refusal?.message == message)
    }

    @Test(arguments: [
        ("Effect", "", "Missing required field Effect"), ("Effect", #""allow""#, "Invalid effect: allow"),
        ("Principal", "", "Missing required field Principal"), ("Action", "", "Missing required field Action"),
        ("Resource", "", "Missing required field Resource"), ("Principal", "{}", "Missing required field Principal cannot be empty!"),
        ("Principal", #"{"AWS": []}"#, "Missing required field Principal cannot be empty!"),
        ("Action", "[]", "Missing required field Action cannot be empty!"),
        ("Resource", #""""#, "Missing required field Resource cannot be empty!"), ("Foo", "1", "Unknown field Foo"),
        ("Condition", #"{"Foo": {"aws:SourceIp": "1.2.3.4"}}"#, "Invalid Condition type : Foo"),
        ("Condition", #"{"NullIfExists": {"aws:SourceIp": "true"}}"#, "Invalid Condition type : NullIfExists"),
        ("Condition", #"{"ForSome:StringEquals": {"a": "b"}}"#, "Invalid Condition type : ForSome:StringEquals"),
        ("Condition", "1", "This policy contains invalid Json"),
        ("Condition", #"{"StringEquals": {"aws:SourceArn": {"a": "b"}}}"#, "This policy contains invalid Json"),
        ("Condition", #"{"StringEquals": {"aws:SourceArn": null}}"#, "This policy contains invalid Json"),
        ("Condition", #"{"StringEquals": {"aws:SourceArn": ["a", ["b"]]}}"#, "This policy contains invalid Json"),
        ("NotAction", #""s3:PutObject""#, "A statement cannot have both Action and NotAction"),
        ("NotPrincipal", #""*""#, "A statement cannot have both Principal and NotPrincipal"),
        ("NotResource", #""arn:aws:s3:::pics""#, "A statement cannot have both Resource and NotResource"),
    ])
    func whatS3RefusesOfAStatement(_ member: String, _ value: String, _ message: String) {
        let refusal = refusal(Self.policy([member: value]))
        #expect(refusal?.code == "MalformedPolicy")
        #expect(refusal?.message == message)
    }

    @Test(arguments: [
        #""foo""#, "1", "[1]", #"{"Foo": "*"}"#, #"{"AWS": "foo"}"#, #"{"AWS": ["*", 1]}"#, #"{"AWS": "12345678901"}"#,
        #"{"AWS": "arn:aws:iam::s3tenant1:root"}"#, #"{"AWS": "arn:aws:iam::1:root"}"#, #"{"AWS": "arn:aws:iam::*:root"}"#,
        #"{"AWS": "arn:aws:iam::123456789012:user/*"}"#, #"{"AWS": "arn:aws:iam::123456789012:user/"}"#,
        #"{"AWS": "arn:aws:iam::123456789012:group/a"}"#, #"{"AWS": "arn:aws:s3::123456789012:root"}"#, #"{"Service": "*"}"#,
        #"{"Service": "example.com"}"#, #"{"CanonicalUser": "me"}"#,
    ])
    func aPrincipalMustBeOne(_ principal: String) {
        #expect(refusal(Self.policy(["Principal": principal]))?.message == "Invalid principal in policy")
    }

    @Test(arguments: [
        #""*""#, #"{"AWS": "*"}"#, #"{"AWS": "123456789012"}"#, #"{"AWS": "arn:aws:iam::123456789012:root"}"#,
        #"{"AWS": ["arn:aws:iam::123456789012:user/a/b", "arn:aws-cn:iam::123456789012:role/a"]}"#,
        #"{"AWS": "arn:aws:sts::123456789012:assumed-role/a/session"}"#, #"{"Service": ["logging.s3.amazonaws.com"]}"#,
        #"{"AWS": "arn:aws:iam::cloudfront:user/CloudFront Origin Access Identity E1"}"#, #"{"Service": "ec2.amazonaws.com.cn"}"#,
        #"{"CanonicalUser": "79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be"}"#,
        #"{"Federated": "cognito-identity.amazonaws.com", "AWS": "123456789012"}"#,
    ])
    func principalsOfEveryKindAreTaken(_ principal: String) {
        #expect(refusal(Self.policy(["Principal": principal])) == nil)
        #expect(refusal(Self.policy(["Principal": "", "NotPrincipal": principal, "Effect": #""Deny""#])) == nil)
        let all = refusal(Self.policy(["Principal": "", "NotPrincipal": principal]))
        #expect(all?.message == "Allow with NotPrincipal is not allowed.")
    }

    @Test(arguments: [
        (#""s3:Foo""#, #""arn:aws:s3:::pics""#, "Policy has invalid action"),
        (#""ec2:RunInstances""#, #""arn:aws:s3:::pics""#, "Policy has invalid action"),
        (#"["s3:GetObject", "s3:HeadBucket"]"#, #""arn:aws:s3:::pics/*""#, "Policy has invalid action"),
        (#""s3:Fetch*""#, #""arn:aws:s3:::pics""#, "Policy has invalid action"),
        ("1", #""arn:aws:s3:::pics""#, "Policy has invalid action"),
        (#""s3:*""#, #""*""#, "Policy has invalid resource"), (#""s3:*""#, #""pics""#, "Policy has invalid resource"),
        (#""s3:*""#, #""arn:aws:s3:::other/*""#, "Policy has invalid resource"),
        (#""s3:*""#, #"["arn:aws:s3:::pics", "arn:aws:s3:::pics2"]"#, "Policy has invalid resource"),
        (#""s3:*""#, #""arn:aws:s3:::pic/*""#, "Policy has invalid resource"),
        (#""s3:*""#, #""arn:aws:s3:us-east-1:123456789012:pics""#, "Policy has invalid resource"),
        (#""s3:*""#, #""arn:aws:sqs:::pics""#, "Policy has invalid resource"), (#""s3:*""#, "[1]", "Policy has invalid resource"),
        (#""s3:GetObject""#, #""arn:aws:s3:::pics""#, "Action does not apply to any resource(s) in statement"),
        (#""s3:ListBucket""#, #""arn:aws:s3:::pics/*""#, "Action does not apply to any resource(s) in statement"),
        (#"["s3:GetObject", "s3:ListBucket"]"#, #""arn:aws:s3:::pics/*""#, "Action does not apply to any resource(s) in statement"),
        (#""s3:ListAllMyBuckets""#, #""arn:aws:s3:::pics""#, "Action does not apply to any resource(s) in statement"),
    ])
    func actionsAndResourcesMustFit(_ action: String, _ resource: String, _ message: String) {
        #expect(refusal(Self.policy(["Action": action, "Resource": resource]))?.message == message)
    }

    @Test(arguments: [
        (#""*""#, #""arn:aws:s3:::pics""#), (#""s3:*""#, #""arn:aws:s3:::pics/a/*""#), (#""s3:getobject""#, #""arn:aws:s3:::pics/a?c""#),
        (#""S3:Get*""#, #""arn:aws:s3:::pics""#), (#""s3:Get*""#, #""arn:aws:s3:::pics/*""#),
        (#""s3:?etObject""#, #""arn:aws:s3:::pics*""#),
        (#"["s3:GetObject", "s3:ListBucket"]"#, #"["arn:aws:s3:::pics", "arn:aws:s3:::pics/*"]"#),
        (#""s3:ListBucket""#, #""arn:aws-cn:s3:::pi*""#), (#""s3:GetObject""#, #""arn:aws:s3:::*""#),
        (#""s3:GetObject""#, #""arn:aws:s3:::pics/${aws:username}/*""#), (#""s3:GetObject""#, #""arn:aws:s3:::*/a""#),
    ])
    func actionsAndResourcesThatFitAreTaken(_ action: String, _ resource: String) {
        #expect(refusal(Self.policy(["Action": action, "Resource": resource])) == nil)
    }

    @Test(arguments: [
        ["Action": "", "NotAction": #""s3:ListBucket""#], ["Resource": "", "NotResource": #""arn:aws:s3:::pics""#], ["Sid": #""a b""#],
        ["Condition": #"{"NumericLessThanEqualsIfExists": {"s3:signatureAge": 10}, "Null": {"a": "true"}, "bool": {"a": false}}"#],
        ["Condition": #"{"ForAnyValue:StringLike": {"a": ["b"]}, "ForAllValues:StringNotEqualsIgnoreCaseIfExists": {"a": "b"}}"#],
        ["Condition": #"{"ArnNotLike": {"aws:SourceArn": "*"}, "DateGreaterThan": {"aws:CurrentTime": "2030-01-01T00:00:00Z"}}"#],
    ])
    func theRestIsTaken(_ changes: [String: String]) throws {
        #expect(refusal(Self.policy(changes)) == nil)
        #expect(refusal(#"{"Id": "a", "Version": "2008-10-17", "Statement": \#(Self.statement(changes))}"#) == nil)
    }

    @Test(arguments: [
        (#""*""#, true), (#"{"AWS": "*"}"#, true), (#"{"AWS": ["123456789012", "*"]}"#, true), (#"{"AWS": "123456789012"}"#, false),
        (#"{"Service": "logging.s3.amazonaws.com"}"#, false),
    ])
    func aPolicyIsPublicWhereItAllowsAnybodySomething(_ principal: String, _ isPublic: Bool) throws {
        #expect(try read(Self.policy(["Principal": principal])).isPublicPolicy == isPublic)
        #expect(try !read(Self.policy(["Principal": principal, "Effect": #""Deny""#])).isPublicPolicy)
    }

    private static let pointless = "Conditions do not apply to combination of actions and resources in statement"

    @Test(arguments: [
        (#""s3:GetObject""#, "s3:x-acl", "Policy has an invalid condition key"), (#""s3:*""#, "s3:", "Policy has an invalid condition key"),
        (#""s3:GetObject""#, "s3:ExistingObjectTag", "Policy has an invalid condition key"),
        (#""s3:GetObject""#, "s3:prefix", pointless), (#"["s3:ListBucket", "s3:GetObject"]"#, "s3:Prefix", pointless),
        (#""s3:Get*""#, "s3:x-amz-acl", pointless), (#""s3:GetObject""#, "s3:x-amz-server-side-encryption", pointless),
        (#""s3:DeleteObject""#, "s3:ExistingObjectTag/a", pointless), (#""s3:GetObjectTagging""#, "s3:RequestObjectTag/a", pointless),
        (#""s3:PutObjectTagging""#, "s3:x-amz-copy-source", pointless),
        (#""s3:ListBucket""#, "s3:prefix", nil), (#""s3:List*""#, "s3:max-keys", nil), (#""*""#, "s3:delimiter", nil),
        (#"["s3:PutObject", "s3:PutObjectAcl"]"#, "s3:x-amz-acl", nil), (#""s3:Put*""#, "s3:x-amz-storage-class", nil),
        (#"["s3:GetObject", "s3:PutObjectTagging"]"#, "s3:existingobjecttag/a/b", nil),
        (#""s3:PutObject""#, "s3:RequestObjectTagKeys", nil),
        (#"["s3:GetObject", "s3:ListBucket"]"#, "s3:TlsVersion", nil), (#""s3:GetObject""#, "aws:Anything", nil),
        (#""s3:GetObject""#, "cognito-identity.amazonaws.com:sub", nil),
    ])
    func aConditionIsForItsActions(_ action: String, _ key: String, _ message: String?) {
        let resources = #"["arn:aws:s3:::pics", "arn:aws:s3:::pics/*"]"#
        let changes = ["Action": action, "Resource": resources, "Condition": #"{"StringEquals": {"\#(key)": "a"}}"#]
        #expect(refusal(Self.policy(changes))?.message == message)
        var others = changes
        (others["Action"], others["NotAction"]) = ("", action)
        if message == Self.pointless { #expect(refusal(Self.policy(others)) == nil) }
    }

    /// "The meaning of public" in S3's guide: fixed values, of keys that name somebody.
    @Test(arguments: [
        ("IpAddress", "aws:SourceIp", #""10.0.0.0/8""#, false), ("IpAddress", "aws:SourceIp", #""0.0.0.0/0""#, true),
        ("IpAddress", "aws:SourceIp", #""0.0.0.0/7""#, true), ("IpAddress", "aws:SourceIp", #""192.0.2.1""#, false),
        ("IpAddress", "aws:SourceIp", #"["192.0.2.0/24", "0.0.0.0/1"]"#, true), ("IpAddress", "aws:SourceIp", #""2001:db8::/32""#, false),
        ("IpAddress", "aws:SourceIp", #""2001::/16""#, true), ("IpAddress", "aws:SourceIp", #""::/0""#, true),
        ("NotIpAddress", "aws:SourceIp", #""10.0.0.0/32""#, true), ("IpAddressIfExists", "aws:SourceIp", #""10.0.0.0/8""#, true),
        ("StringEquals", "aws:sourcevpc", #""vpc-1""#, false), ("StringLike", "aws:SourceVpc", #""vpc-*""#, true),
        ("StringLike", "aws:SourceVpce", #"["vpce-1", "vpce-2"]"#, false), ("StringNotEquals", "aws:SourceVpc", #""vpc-1""#, true),
        ("ArnLike", "aws:SourceArn", #""*""#, true), ("ArnEquals", "aws:SourceArn", #""arn:aws:sns:us-east-1:123456789012:a""#, false),
        ("StringEquals", "aws:SourceAccount", "123456789012", false), ("StringEquals", "aws:SourceOwner", #""${aws:userid}""#, true),
        ("ForAnyValue:StringEquals", "aws:PrincipalOrgID", #""o-1""#, false),
        ("ForAllValues:StringEquals", "aws:PrincipalOrgID", #""o-1""#, true), ("StringEquals", "aws:PrincipalOrgID", "[]", true),
        ("StringLike", "aws:userid", #""AROAEXAMPLE:*""#, true), ("StringEquals", "aws:userid", #""AIDAEXAMPLE""#, false),
        ("StringLike", "s3:DataAccessPointArn", #""arn:aws:s3:us-east-1:123456789012:accesspoint/*""#, false),
        ("StringLike", "s3:DataAccessPointArn", #""arn:aws:s3:us-east-1:*:accesspoint/a""#, true),
        ("StringEquals", "s3:DataAccessPointAccount", #""123456789012""#, false), ("StringLike", "aws:Referer", #""a""#, true),
        ("StringEquals", "s3:x-amz-server-side-encryption-aws-kms-key-id", #""arn:aws:kms:a:1:key/b""#, false),
    ])
    func aConditionMustFixWhoItIs(_ operation: String, _ key: String, _ values: String, _ isPublic: Bool) throws {
        let condition = #"{"\#(operation)": {"\#(key)": \#(values)}}"#
        #expect(try read(Self.policy(["Condition": condition, "Action": #""s3:PutObject""#])).isPublicPolicy == isPublic)
    }

    @Test func onePublicStatementIsEnough() throws {
        let others = Self.statement(["Principal": #"{"AWS": "123456789012"}"#])
        #expect(try read(#"{"Statement": [\#(others), \#(Self.statement([:])), \#(others)]}"#).isPublicPolicy)
        #expect(try !read(#"{"Statement": [\#(others), \#(others)]}"#).isPublicPolicy)
    }

    /// Patterns of an attacker do not take long.
    @Test func aLongPatternIsRead() {
        let pattern = String(repeating: "*a?", count: 6_000)
        #expect(refusal(Self.policy(["Action": "\"s3:\(pattern)\""]))?.message == "Policy has invalid action")
        #expect(refusal(Self.policy(["Resource": "\"arn:aws:s3:::b\(pattern)\""]))?.message == "Policy has invalid resource")
    }

    @Test(arguments: [
        ("", "", true, true), ("", "a", false, false), ("*", "", true, true), ("*", "abc", true, true), ("a*", "ba", false, false),
        ("a*c", "abcbc", true, true), ("a*c", "abcb", false, true), ("*b*b", "abab", true, true), ("*ab", "aab", true, true),
        ("?", "", false, true), ("?", "a", true, true), ("?", "ab", false, false), ("*?*?*", "a", false, true), ("*?*?*", "ab", true, true),
        ("ab", "a", false, true), ("abc", "ab", false, true), ("${a}c", "bc", true, true), ("${*}", "*", true, true),
        ("${*}", "a", false, false), ("a*b?d", "aabbcd", true, true), ("a*b?d", "abcdd", false, true), ("**", "a", true, true),
    ])
    func wildcards(_ pattern: String, _ text: String, _ matches: Bool, _ mayBegin: Bool) {
        #expect(PolicyPattern(pattern).matches(text) == matches)
        #expect(PolicyPattern(pattern).mayBegin(with: text) == mayBegin)
    }

    /// With each byte of the text at each place of the pattern, this would take minutes.
    @Test(.timeLimit(.minutes(1))) func manyWildcardsTakeNoTime() {
        let text = String(repeating: "a", count: 40_000)
        #expect(PolicyPattern(String(repeating: "*?", count: 40_000)).matches(text))
        #expect(!PolicyPattern(String(repeating: "?*", count: 40_001)).matches(text))
        let actions = Array(repeating: #""s3:*""#, count: 2_900).joined(separator: ",")
        let policy = Self.policy(["Action": "[\(actions)]", "Resource": #"["arn:aws:s3:::pics", "arn:aws:s3:::pics/*"]"#])
        #expect(refusal(policy) == nil)
    }
}
