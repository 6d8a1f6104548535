import JSONDocument
import LinkModel
import StubModel
import Testing

@Suite struct LinkProfileJSONTests {
    private func decode(_ text: String) throws -> (profile: LinkProfile?, problems: [String]) {
        let document = try JSONDocument.parse(Array(text.utf8), name: "n.json")
        let report = ProblemReport(document)
        return (LinkProfile.decode(document.root, report), report.problems.map(\.description))
    }

    @Test(arguments: LinkProfile.named)
    func aProfileIsNamedInOneWord(_ profile: LinkProfile) throws {
        let name = try #require(profile.name)
        #expect(try decode("\"\(name)\"").profile == profile)
        #expect(try decode("{\"profile\": \"\(name)\"}").profile == profile)
    }

    @Test(arguments: LinkProfile.named)
    func whatIsShownCanBeGivenBack(_ profile: LinkProfile) throws {
        #expect(try decode(JSONValue.object(profile.json).text()).profile == profile)
        var unnamed = profile
        unnamed.name = nil
        unnamed.connectFault = .stall
        #expect(try decode(JSONValue.object(unnamed.json).text()).profile == unnamed)
    }

    @Test func numbersMakeAProfile() throws {
        let profile = try #require(
            try decode(
                """
                {"downKilobitsPerSecond": 100, "upKilobitsPerSecond": 0.5, "downDelayMilliseconds": 10, "upDelayMilliseconds": 2.5,
                 "downLoss": 0.25, "upLoss": 1, "dnsDelayMilliseconds": 70, "connectFault": "close"}
                """
            ).profile)
        #expect(
            profile
                == LinkProfile(
                    down: LinkDirection(bitsPerSecond: 100_000, delay: .milliseconds(10), loss: 0.25),
                    up: LinkDirection(bitsPerSecond: 500, delay: .microseconds(2_500), loss: 1), dnsDelay: .milliseconds(70),
                    connectFault: .close))
    }

    @Test func numbersTakeThePlaceOfTheProfiles() throws {
        let profile = try #require(try decode(#"{"profile": "3G", "downLoss": 0.01, "upKilobitsPerSecond": 0}"#).profile)
        var expected = try #require(LinkProfile.named("3G"))
        expected.name = nil
        expected.down.loss = 0.01
        expected.up.bitsPerSecond = nil
        #expect(profile == expected)
    }

    @Test(arguments: [
        (
            #""4G""#,
            #"n.json:1:1: "network" cannot be "4G". Write "100% Loss", "3G", "DSL", "Edge", "High Latency DNS", "LTE", "Very Bad Network", "Wi-Fi", "Wi-Fi 802.11ac" or "off"."#
        ),
        (#""3g""#, #"n.json:1:1: "network" cannot be "3g". Did you mean "3G"?"#),
        (#""Very bad netwrk""#, #"n.json:1:1: "network" cannot be "Very bad netwrk". Did you mean "Very Bad Network"?"#),
        (#"{"profile": "WiFi"}"#, #"n.json:1:13 /profile: "profile" cannot be "WiFi". Did you mean "Wi-Fi"?"#),
        (#"{"downLoss": 10}"#, #"n.json:1:14 /downLoss: "downLoss" is 10, but must be in 0…1."#),
        (
            #"{"downKilobits": 10}"#,
            #"n.json:1:2 /downKilobits: unknown field "downKilobits". Did you mean "downKilobitsPerSecond", "downLoss" or "downDelayMilliseconds"?"#
        ),
        (
            #"{"network": "3G"}"#,
            #"n.json:1:2 /network: unknown field "network". Write the network itself: "3G", {"profile": "3G"} or {"downKilobitsPerSecond": 780}."#
        ),
        (#"{"name": "3G"}"#, #"n.json:1:2 /name: unknown field "name". Write the name as "profile"."#),
        (
            #"{"latency": 5}"#,
            #"n.json:1:2 /latency: unknown field "latency". Write "downDelayMilliseconds" and "upDelayMilliseconds", each for one direction."#
        ),
        (#"{"loss": 0.5}"#, #"n.json:1:2 /loss: unknown field "loss". Write "downLoss" and "upLoss", from 0 to 1."#),
        (
            #"{"bandwidth": 1}"#,
            #"n.json:1:2 /bandwidth: unknown field "bandwidth". Write "downKilobitsPerSecond" and "upKilobitsPerSecond"."#
        ),
        (#"{"upDelayMilliseconds": 3600001}"#, #"n.json:1:25 /upDelayMilliseconds: "upDelayMilliseconds" is more than an hour."#),
        (#"{"upDelayMilliseconds": -1}"#, #"n.json:1:25 /upDelayMilliseconds: "upDelayMilliseconds" is -1, but must be at least 0."#),
        (
            #"{"upKilobitsPerSecond": 1e9}"#,
            #"n.json:1:25 /upKilobitsPerSecond: "upKilobitsPerSecond" is more than 100 gigabits a second. Leave it out, or write 0, for no bound."#
        ),
        (#"{"connectFault": "rst"}"#, #"n.json:1:18 /connectFault: "connectFault" cannot be "rst". Write "reset", "close" or "stall"."#),
        (
            "7",
            #"n.json:1:1: "network" cannot be 7. Write the name of a profile, such as "3G", or an object such as {"downKilobitsPerSecond": 780}."#
        ),
    ])
    func whatIsWrongIsToldWithItsRepair(_ text: String, _ problem: String) throws {
        let (profile, problems) = try decode(text)
        #expect(profile == nil)
        #expect(problems == [problem])
    }

    @Test(arguments: [("{}", true), (#"{"downLoss": 0}"#, false), (#""off""#, false)])
    func anEmptyNetworkIsToldToBeALinkWithoutLimits(json: String, isTold: Bool) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "n.json"))
        #expect(LinkProfile.decode(report.document.root, report) != nil)
        let told =
            #"n.json:1:1: "network" is empty, which is a link without limits. "#
            + #"Write "off" if that is meant, or the name of a profile, such as "3G"."#
        #expect(report.warnings.map(\.description) == (isTold ? [told] : []))
    }

    /// A network without a bound has a rate of 0, a body has none.
    @Test func theRateOfABodyCannotBe0() throws {
        let text = #"{"response": {"bandwidthKilobitsPerSecond": 1e9}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "a.json"))
        _ = StubMapping.decode(report.document.root, report)
        #expect(report.problems.map(\.repair) == ["Leave it out for no bound."])
    }

    @Test func theNetworkOfAResponseBreaksNoConnection() throws {
        let text = #"{"request": {"url": "/a"}, "response": {"network": {"profile": "3G", "connectFault": "reset"}}}"#
        let document = try JSONDocument.parse(Array(text.utf8), name: "a.json")
        let report = ProblemReport(document)
        #expect(StubMapping.decode(document.root, report)?.responses.responses.first?.network != nil)
        #expect(
            report.warnings.map(\.description) == [
                #"a.json:1:86 /response/network/connectFault: "connectFault" breaks new connections of a session, and does nothing here. Write "fault": {"effect": "reset", "at": "beforeHeaders"} in the response."#
            ])
    }
}
