import HTTPMessage
import Testing
import Upstream

@Suite(.timeLimit(.minutes(5))) struct TargetRulesTests {
    @Test(arguments: [
        ("*", "any.example", 80, "1.2.3.4", true), ("api.example.com", "API.example.com", 443, "1.2.3.4", true),
        ("api.example.com", "other.example.com", 443, "1.2.3.4", false),
        ("*.example.com", "a.b.example.com", 80, "1.2.3.4", true), ("*.example.com", "example.com", 80, "1.2.3.4", false),
        ("*.example.com", "evilexample.com", 80, "1.2.3.4", false), ("*.example.com", ".example.com", 80, "1.2.3.4", false),
        ("dev-*.example.com", "dev-1.Example.com", 80, "1.2.3.4", true), ("dev-*.example.com", "dev-.example.com", 80, "1.2.3.4", false),
        ("dev-*.example.com", "dev-a.b.example.com", 80, "1.2.3.4", true),
        ("dev-*.example.com", "x.dev-1.example.com", 80, "1.2.3.4", false),
        ("dev-*.example.com", "dev-1.example.com.evil", 80, "1.2.3.4", false), ("api.*", "api.test", 80, "1.2.3.4", true),
        ("a*b*c", "axbxbyc", 80, "1.2.3.4", true), ("a*b*c", "abxc", 80, "1.2.3.4", false), ("a*a", "aa", 80, "1.2.3.4", false),
        ("a**b", "axb", 80, "1.2.3.4", false), ("a**b", "axyb", 80, "1.2.3.4", true), ("*x*:81", "axb", 81, "1.2.3.4", true),
        ("*x*:81", "axb", 80, "1.2.3.4", false), ("*.*", "a.b", 80, "1.2.3.4", true),
        ("localhost:9090", "127.0.0.1", 9090, "127.0.0.1", true), ("localhost:9090", "localhost", 9091, "127.0.0.1", false),
        ("localhost", "x.example", 80, "::1", true),
        ("10.0.0.0/8", "x.example", 80, "10.200.3.4", true), ("10.0.0.0/8", "x.example", 80, "11.0.0.1", false),
        ("10.1.2.3/32", "x", 1, "10.1.2.3", true), ("0.0.0.0/0", "x", 1, "9.9.9.9", true),
        ("10.0.0.0/8", "10.0.0.1", 80, "127.0.0.1", false), ("10.0.0.1-10.0.0.9", "x", 80, "10.0.0.5", true),
        ("10.0.0.1-10.0.0.9", "x", 80, "10.0.0.10", false),
        ("127.0.0.1:80", "x", 80, "::ffff:127.0.0.1", true), ("[::1]:80", "x", 80, "::1", true), ("fe80::/10", "x", 80, "fe80::1234", true),
        ("::1", "x", 5, "::2", false),
        ("127.0.0.0/8", "0", 80, "0.0.0.0", true), ("127.0.0.1", "x", 80, "0.1.2.3", true), ("localhost", "x", 80, "0.0.0.0", true),
        ("::1", "x", 80, "::", true), ("localhost", "x", 80, "::", true), ("127.0.0.1", "x", 80, "::ffff:0.0.0.0", true),
    ])
    func permission(_ rule: String, _ host: String, _ port: Int, _ address: String, _ expected: Bool) throws {
        let rules = TargetRules(allowed: [try TargetRule(rule)])
        let address = try #require(IPAddress(address))
        #expect(rules.permits(host: host, port: port, address: address) == expected)
        let others = TargetRules(allowed: [try TargetRule("*")], denied: [try TargetRule(rule)])
        #expect(others.permits(host: host, port: port, address: address) != expected)
    }

    /// The system connects to 0.0.0.0 as to 127.0.0.1, so the refusal comes before the connection.
    @Test func aNetworkWithTheUnspecifiedAddressDoesNotAllowADeniedMachine() throws {
        let rules = TargetRules(allowed: [try TargetRule("0.0.0.0/0"), try TargetRule("::/0")], denied: [try TargetRule("localhost")])
        for text in ["0.0.0.0", "0.255.0.1", "::"] {
            #expect(!rules.permits(host: "x", port: 80, address: try #require(IPAddress(text))))
        }
        let unspecified = TargetRules(allowed: [try TargetRule("127.0.0.1")], denied: [try TargetRule("0.0.0.0")])
        #expect(!unspecified.permits(host: "x", port: 80, address: try #require(IPAddress("0.0.0.0"))))
    }

    /// libcurl connects to either address of the name, whatever the system's own table says.
    @Test(arguments: ["127.0.0.1", "127.0.0.0/8", "::1"], ["localhost", "LOCALHOST", "api.localhost", "localhost."])
    func aNameOfThisMachineIsDeniedWithOneOfItsAddresses(rule: String, host: String) throws {
        let rules = TargetRules(allowed: [try TargetRule("*")], denied: [try TargetRule(rule)])
        for text in ["127.0.0.1", "::1"] {
            #expect(!rules.permits(host: host, port: 80, address: try #require(IPAddress(text))))
        }
        let target = try #require(TargetAuthority(literalIn: "http://localhost"))
        guard case .deniedByRule? = rules.refusal(of: target, isOperators: true) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func nothingIsAllowedByDefault() throws {
        #expect(!TargetRules().permits(host: "localhost", port: 80, address: try #require(IPAddress("127.0.0.1"))))
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0/8", "a b", "host:0", "host:99999", "host:x", "[::1", "[::1]x", "10.0.0.1-x", "http://x/", "::1/129",
        "10.*", "192.168.*.1", "a*/b", "dev-*.example.com:x", "fd00::*",
    ])
    func malformedRuleIsRefused(_ text: String) {
        let error = #expect(throws: TargetRuleError.self) { try TargetRule(text) }
        #expect(error?.description.hasPrefix("target rule \"\(text)\"") == true)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::", "::"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:1.2.3.4", "1.2.3.4"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ])
    func addressesAreReadAndWritten(_ text: String, _ written: String) { #expect(IPAddress(text)?.description == written) }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.256", "01234.1.1.1", "1:2", ":::", "1::2::3", "g::", "127.1", "0x7f.1.1.1", "::12345", "1.2.3.4::",
    ])
    func otherTextsAreNoAddresses(_ text: String) { #expect(IPAddress(text) == nil) }

    @Test func whatTheOperatorNamesNeedsNoRuleUnlessItIsLinkLocal() throws {
        let rules = TargetRules(named: [try #require(TargetAuthority(literalIn: "http://named.test:81"))])
        let address = try #require(IPAddress("10.0.0.1"))
        #expect(rules.permits(host: "named.test", port: 81, address: address))
        #expect(!rules.permits(host: "named.test", port: 80, address: address))
        #expect(rules.permits(host: "own.test", port: 80, address: address, isOperators: true))
        for text in ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254"] {
            let address = try #require(IPAddress(text))
            #expect(!rules.permits(host: "own.test", port: 80, address: address, isOperators: true))
            #expect(!rules.permits(host: "named.test", port: 81, address: address))
            #expect(TargetRules(allowed: [try TargetRule(text)]).permits(host: "own.test", port: 80, address: address))
        }
        let denying = TargetRules(denied: [try TargetRule("own.test")])
        #expect(!denying.permits(host: "own.test", port: 80, address: address, isOperators: true))
    }

    @Test(arguments: [
        ([String](), [String](), "http://127.0.0.1:90", "denied"), (["127.0.0.1:90"], [], "http://127.0.0.1:90", "-"),
        (["127.0.0.1:91"], [], "http://127.0.0.1:90", "denied"), ([], [], "http://a.test", "denied"),
        (["a.test"], [], "http://a.test", "-"),
        // Only the address will tell.
        (["10.0.0.0/8"], [], "http://a.test", "-"), (["127.0.0.0/8"], [], "http://localhost:1", "-"),
        (["*"], ["a.test"], "http://a.test", "deniedByRule"), (["*"], ["127.0.0.0/8"], "http://127.0.0.1", "deniedByRule"),
    ])
    func aRefusalIsKnownBeforeTheNameHasAnAddress(allowed: [String], denied: [String], url: String, expected: String) throws {
        let rules = TargetRules(allowed: try allowed.map { try TargetRule($0) }, denied: try denied.map { try TargetRule($0) })
        let target = try #require(TargetAuthority(literalIn: url))
        switch rules.refusal(of: target, isOperators: false) {
        case nil: #expect(expected == "-")
        case .denied(let text): #expect(expected == "denied" && text == target.description)
        case .deniedByRule(let text): #expect(expected == "deniedByRule" && text == target.description)
        case .failed, .tlsFailed, .cancelled: Issue.record("no refusal")
        }
    }

    @Test func theOperatorsTargetIsRefusedAheadOnlyByARuleOrWhenItIsLinkLocal() throws {
        func refusal(_ url: String, _ rules: TargetRules) throws -> Bool {
            rules.refusal(of: try #require(TargetAuthority(literalIn: url)), isOperators: true) != nil
        }
        #expect(try !refusal("http://a.test", TargetRules()))
        #expect(try !refusal("http://127.0.0.1", TargetRules()))
        #expect(try refusal("http://169.254.169.254", TargetRules()))
        #expect(try refusal("http://a.test", TargetRules(denied: [try TargetRule("*.test")])))
    }
}
