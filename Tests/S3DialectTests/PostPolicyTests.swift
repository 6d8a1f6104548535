import JSONDocument
import Testing

@testable import S3Dialect

@Suite struct PostPolicyTests {
    private static let expiration = "\"expiration\": \"2026-11-22T12:00:00.000Z\""
    /// 2026-11-22T11:00:00Z
    private let now = 1_795_345_200

    private func policy(_ conditions: String) throws(S3Error) -> PostPolicy {
        try PostPolicy(Base64.encode(Array("{\(Self.expiration), \"conditions\": [\(conditions)]}".utf8)))
    }

    private func fields(_ pairs: (name: String, value: String)...) -> PostFields { PostFields(pairs, fileName: "f.txt") }

    private func code(_ policy: String, _ fields: PostFields, now: Int? = nil) -> String? {
        do throws(S3Error) { try self.policy(policy).check(fields, bucket: "b", now: now ?? self.now) } catch { return error.message }
        return nil
    }

    @Test func conditionsAreChecked() {
        let fields = fields(("KEY", "user/${filename}"), ("Content-Type", "image/png"), ("x-ignore-me", "1"), ("policy", "…"))
        let all = #"{"bUcKeT": "b"}, ["StArTs-WiTh", "$Key", "user/"], ["eq", "$content-type", "image/png"]"#
        #expect(code(all, fields) == nil)
        #expect(code(all, fields, now: now + 3_600) == "Invalid according to Policy: Policy expired.")
        #expect(
            code(#"{"bucket": "b"}, ["starts-with", "$key", ""]"#, fields)
                == "Invalid according to Policy: Extra input fields: content-type")
        #expect(
            code(#"["starts-with", "$key", ""], ["starts-with", "$Content-Type", ""]"#, fields)
                == "Invalid according to Policy: Extra input fields: bucket")
        #expect(
            code(all.replacing("user/", with: "other/"), fields)
                == #"Invalid according to Policy: Policy Condition failed: ["StArTs-WiTh", "$Key", "other/"]"#)
        #expect(
            code(all + #", {"acl": "private"}"#, fields)
                == #"Invalid according to Policy: Policy Condition failed: ["eq", "$acl", "private"]"#)
        #expect(code(all.replacing(#""b""#, with: #""c""#), fields)?.contains("$bucket") == true)
    }

    @Test(arguments: [
        (#"["content-length-range", "test", "10"]"#, #"["content-length-range", "test", "10"]"#),
        (#"["content-length-range", 1, "ten"]"#, #"["content-length-range", "1", "ten"]"#),
        (#"["eq", "success_action_redirect", "http://a/"]"#, #"["eq", "success_action_redirect", "http://a/"]"#),
    ])
    func aConditionThatCannotHoldFails(condition: String, written: String) {
        let fields = fields(("key", "a"), ("success_action_redirect", "http://a/"))
        let others = #"{"bucket": "b"}, ["starts-with", "$key", ""], ["starts-with", "$success_action_redirect", ""]"#
        #expect(code("\(others), \(condition)", fields) == "Invalid according to Policy: Policy Condition failed: \(written)")
    }

    @Test func aFieldThatIsNamedWithoutItsDollarIsNoExtraField() {
        let conditions = #"{"bucket": "b"}, ["starts-with", "$key", ""], ["eq", "acl", "private"]"#
        #expect(
            code(conditions, fields(("key", "a"), ("acl", "private")))
                == #"Invalid according to Policy: Policy Condition failed: ["eq", "acl", "private"]"#)
    }

    @Test func theConditionOfAFieldIsAboutAllItsValues() {
        let conditions = #"{"bucket": "b"}, ["starts-with", "$key", ""], "#
        for name in ["x-amz-meta-u", "Content-Type", "Cache-Control"] {
            let one = conditions + #"{"\#(name)": "me"}"#
            #expect(code(one, fields(("key", "a"), (name, "me"))) == nil)
            #expect(code(one, fields(("key", "a"), (name, "me"), (name.uppercased(), "admin")))?.contains("Condition failed") == true)
        }
        let tags = conditions + #"{"x-amz-meta-tag": "Ninja,Stallman"}"#
        #expect(code(tags, fields(("x-amz-meta-tag", "Ninja"), ("key", "a"), ("x-amz-meta-tag", "Stallman"))) == nil)
    }

    @Test func everyTypeOfAListMustFit() {
        let types = #"{"bucket": "b"}, ["starts-with", "$Content-Type", "image/"]"#
        #expect(code(types, fields(("Content-Type", "image/png, image/jpeg"))) == nil)
        #expect(code(types, fields(("Content-Type", "image/png,text/html"))) != nil)
    }

    @Test(arguments: [
        (#"["eq", "$key"]"#, "Eq"), (#"["EQ", "$key", "a", "b"]"#, "Eq"), (#"["starts-with", "$key"]"#, "starts-with"),
        (#"["content-length-range", 1]"#, "content-length-range"),
    ])
    func aConditionHasThreeArguments(condition: String, name: String) {
        #expect(code(condition, fields()) == "Invalid Policy: Invalid \(name): wrong number of arguments.")
    }

    @Test func dollarsMayBeEscaped() {
        #expect(code(#"{"bucket": "b"}, ["eq", "$key", "\$foo"]"#, fields(("key", "$foo"))) == nil)
        #expect(code(#"{"bucket": "b"}, ["eq", "$key", "\\$foo"]"#, fields(("key", #"\$foo"#))) == nil)
    }

    @Test func sizesAreChecked() throws {
        let policy = try policy(#"["content-length-range", 2, "10"], ["content-length-range", 0, 5]"#)
        for size in 2...5 { #expect(throws: Never.self) { try policy.check(size: size) } }
        #expect(#expect(throws: S3Error.self) { try policy.check(size: 6) }?.code == "EntityTooLarge")
        #expect(#expect(throws: S3Error.self) { try policy.check(size: 1) }?.code == "EntityTooSmall")
    }

    @Test(arguments: ["invalid_base64", "%%%", "e30-"]) func aPolicyIsInBase64(text: String) {
        #expect(#expect(throws: S3Error.self) { try PostPolicy(text) }?.message == "Invalid Policy: invalid Base64 encoding.")
    }

    @Test(arguments: [
        "", "%%%", "bm9uc2Vuc2U=", "{}", "{\"expiration\": \"2026-11-22T12:00:00Z\"}", "{\"conditions\": []}",
        "{\"EXPIRATION\": \"2026-11-22T12:00:00Z\", \"conditions\": []}", "{\"expiration\": \"soon\", \"conditions\": []}",
        "{\"expiration\": \"2026-13-22T12:00:00Z\", \"conditions\": []}", "{\"expiration\": 1, \"conditions\": []}",
        "{\(expiration), \"conditions\": {}}", "{\(expiration), \"conditions\": [1]}", "{\(expiration), \"conditions\": [{}]}",
        "{\(expiration), \"conditions\": [{\"a\": \"1\", \"b\": \"2\"}]}", "{\(expiration), \"conditions\": [{\"a\": 1}]}",
        "{\(expiration), \"conditions\": [[]]}", "{\(expiration), \"conditions\": [[\"is\", \"$a\", \"1\"]]}",
        "{\(expiration), \"conditions\": [[\"eq\", \"$a\"]]}", "{\(expiration), \"conditions\": [[\"eq\", \"$\", \"1\"]]}",
        "{\(expiration), \"conditions\": [[\"content-length-range\", 0]]}",
        "{\(expiration), \"conditions\": [[\"content-length-range\", -1, 0]]}",
        "{\(expiration), \"conditions\": [[\"content-length-range\", 2, 1]]}", "{\(expiration), \"conditions\": []}trailing",
        "{\(expiration), \"conditions\": " + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}",
    ])
    func malformedPolicyIsRefused(text: String) {
        let encoded = text.hasPrefix("{") ? Base64.encode(Array(text.utf8)) : text
        #expect(#expect(throws: S3Error.self) { try PostPolicy(encoded) }?.code == "InvalidPolicyDocument")
    }
}
