import Testing

@testable import S3Dialect

extension KeptDocumentTests {
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
        (routing(""), "MalformedXML", nil), (routing("<Redirect></Redirect>"), "MalformedXML", nil),
        ("<ErrorDocument><Key></Key></ErrorDocument>", "InvalidArgument", ""),
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

    @Test(arguments: [
        ("301", nil), ("305", nil), ("308", nil), ("300", "InvalidRequest"), ("306", "InvalidRequest"), ("200", "InvalidRequest"),
        ("3xx", "MalformedXML"),
    ])
    func aRuleRedirectsWithACodeOfS3(code: String, refusal: String?) {
        #expect(Self.code { try website(Self.routing(Self.redirect(code))) } == refusal)
    }

    @Test(arguments: [
        ("400", nil), ("417", nil), ("505", nil), ("399", "InvalidRequest"), ("418", "InvalidRequest"), ("506", "InvalidRequest"),
        ("4xx", "MalformedXML"),
    ])
    func aRuleIsForAnErrorOfS3(code: String, refusal: String?) {
        let condition = "<Condition><HttpErrorCodeReturnedEquals>\(code)</HttpErrorCodeReturnedEquals></Condition>"
        #expect(Self.code { try website(Self.routing(condition + Self.redirect("301"))) } == refusal)
    }

    @Test func aWebsiteHasFiftyRules() {
        let rule = "<RoutingRule>\(Self.redirect("301"))</RoutingRule>"
        func rules(_ count: Int) -> String {
            Self.index + "<RoutingRules>" + String(repeating: rule, count: count) + "</RoutingRules>"
        }
        #expect(throws: Never.self) { try website(rules(50)) }
        let error = #expect(throws: S3Error.self) { try website(rules(51)) }
        #expect(error?.code == "InvalidRequest")
        #expect(
            error?.message == "51 routing rules provided, the number of routing rules in a website configuration is limited to 50.")
    }

    private func website(_ content: String) throws {
        _ = try KeptDocument(.website, Array("<WebsiteConfiguration>\(content)</WebsiteConfiguration>".utf8), bucket: "pics")
    }
}
