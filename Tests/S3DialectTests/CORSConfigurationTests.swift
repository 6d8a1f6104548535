import HTTPMessage
import Testing
import XMLDocument

@testable import S3Dialect

@Suite struct CORSConfigurationTests {
    private func configuration(_ rules: String) throws(S3Error) -> CORSConfiguration {
        try CORSConfiguration(Array("<CORSConfiguration>\(rules)</CORSConfiguration>".utf8))
    }

    private let rules = """
        <CORSRule><ID>one</ID><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod>\
        <AllowedOrigin>https://*.example.test</AllowedOrigin><AllowedHeader>x-amz-*</AllowedHeader>\
        <MaxAgeSeconds>60</MaxAgeSeconds><ExposeHeader>ETag</ExposeHeader></CORSRule>\
        <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>
        """

    @Test func isReadAndWritten() throws {
        let configuration = try configuration(rules)
        #expect(configuration.rules.map(\.id) == ["one", nil])
        #expect(try CORSConfiguration(configuration.document.bytes) == configuration)
    }

    @Test func firstRuleThatFitsCounts() throws {
        let configuration = try configuration(rules)
        let origin = "https://a.example.test"
        #expect(configuration.rule(origin: origin, method: "GET")?.id == "one")
        #expect(configuration.rule(origin: origin, method: "PUT", fields: ["X-Amz-Acl", "x-amz-date"])?.id == "one")
        #expect(configuration.rule(origin: origin, method: "PUT", fields: ["content-type"]) == nil)
        #expect(configuration.rule(origin: origin, method: "DELETE") == nil)
        #expect(configuration.rule(origin: "https://other", method: "PUT") == nil)
        let anybody = try #require(configuration.rule(origin: "https://other", method: "GET"))
        #expect(anybody.fields(origin: "https://other", requested: nil).first("Access-Control-Allow-Origin") == "*")
    }

    @Test func responseNamesWhatIsAllowed() throws {
        let rule = try #require(try configuration(rules).rules.first)
        let fields = rule.fields(origin: "https://a.example.test", requested: "X-Amz-Acl")
        #expect(fields.first("Access-Control-Allow-Origin") == "https://a.example.test")
        #expect(fields.first("Access-Control-Allow-Methods") == "PUT, GET")
        #expect(fields.first("Access-Control-Allow-Headers") == "x-amz-acl")
        #expect(fields.first("Access-Control-Expose-Headers") == "ETag")
        #expect(fields.first("Access-Control-Max-Age") == "60")
        #expect(fields.first("Access-Control-Allow-Credentials") == "true")
        #expect(fields.first("Vary") == "Origin, Access-Control-Request-Headers, Access-Control-Request-Method")
    }

    @Test func manyNamesAreAllowedByARuleForAll() throws {
        func allows(_ patterns: String..., names: [String]) throws(S3Error) -> Bool {
            let allowed = patterns.map { "<AllowedHeader>\($0)</AllowedHeader>" }.joined()
            let rule = "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin>\(allowed)"
            return try configuration("<CORSRule>\(rule)</CORSRule>").rule(origin: "a", method: "GET", fields: names) != nil
        }
        let names = (1...101).map { "x-\($0)" }
        #expect(try allows("X-*", names: Array(names.dropLast()) + ["X-1", "x-1"]), "each name counts once, in any case")
        #expect(try !allows("x-*", names: names))
        #expect(try allows("x-1", "*", names: names))
        #expect(try allows("x-1*", "X-2", "*-3", names: ["x-1", "x-100", "X-2", "x-3"]))
        #expect(try !allows("x-1*", "x-2", names: ["x-1", "x-20"]))
        #expect(try !allows("ab*ba", names: ["aba"]), "the two ends do not overlap")
        #expect(try !allows("x-1", names: [""]))
    }

    /// The longest configuration, and a name that a request repeats.
    @Test(.timeLimit(.minutes(1))) func manyRulesAndManyNamesTakeNoTime() throws {
        let names = (1_000...2_600).map { "<AllowedHeader>x\($0)</AllowedHeader>" }.joined() + "<AllowedHeader>z</AllowedHeader>"
        let rule = "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin>\(names)"
        let configuration = try configuration("<CORSRule>\(rule)</CORSRule>")
        let repeated = [String](repeating: "Z", count: 500_000)
        #expect(configuration.rule(origin: "a", method: "GET", fields: repeated) != nil)
        #expect(configuration.rule(origin: "a", method: "GET", fields: repeated + ["y"]) == nil)
    }

    @Test func anExposedFieldAddsNoOther() {
        let rule = "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><ExposeHeader>ETag&#13;&#10;X-Evil: 1</ExposeHeader>"
        #expect(#expect(throws: S3Error.self) { try configuration("<CORSRule>\(rule)</CORSRule>") }?.code == "InvalidRequest")
    }

    @Test(arguments: [
        "bad header", "X-A, X-B", "X-Custom:Header", "X(Custom)", "Bad/Header", "X[Key]", "Bad=Name", "X&quot;Quote&quot;", "x-\u{E4}",
    ])
    func aRuleHasNamesOfFields(name: String) {
        for element in ["AllowedHeader", "ExposeHeader"] {
            let rule = "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><\(element)>\(name)</\(element)>"
            let error = #expect(throws: S3Error.self) { try configuration("<CORSRule>\(rule)</CORSRule>") }
            #expect(error?.code == "InvalidRequest")
            #expect(error?.message == "AllowedHeader \"\(name.replacing("&quot;", with: "\""))\" contains invalid character.")
        }
    }

    @Test func anAgeMayBeNegative() throws {
        func age(_ text: String) throws(S3Error) -> Int? {
            let rule = "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><MaxAgeSeconds>\(text)</MaxAgeSeconds>"
            return try configuration("<CORSRule>\(rule)</CORSRule>").rules.first?.maximumAgeSeconds
        }
        #expect(try age("-1") == -1)
        for text in ["", "x", "+1", "--1"] { #expect(throws: S3Error.self) { try age(text) } }
    }

    @Test func aConfigurationHasLimits() {
        let rule = "<CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>"
        #expect(throws: Never.self) { try configuration(String(repeating: rule, count: 100)) }
        let many = #expect(throws: S3Error.self) { try configuration(String(repeating: rule, count: 101)) }
        #expect(many?.code == "InvalidRequest")
        #expect(many?.message == "The number of CORS rules should not exceed allowed limit of 100 rules.")
        let long = #expect(throws: S3Error.self) { try configuration(rule + String(repeating: " ", count: 65_536)) }
        #expect(long?.code == "MaxMessageLengthExceeded")
    }

    @Test(arguments: [
        ("", "MalformedXML"), ("<CORSRule><AllowedMethod>GET</AllowedMethod></CORSRule>", "MalformedXML"),
        ("<CORSRule><AllowedMethod>PATCH</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>", "InvalidRequest"),
        ("<CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*.*</AllowedOrigin></CORSRule>", "InvalidRequest"),
        (
            "<CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><ExposeHeader>x-*</ExposeHeader></CORSRule>",
            "InvalidRequest"
        ),
    ])
    func malformedRulesAreRefused(rules: String, code: String) {
        #expect(#expect(throws: S3Error.self) { try configuration(rules) }?.code == code)
    }
}
