import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct WireMockFlagsTests {
    @Test func renamedFlagsAndTheRootFolderAreOurs() {
        let translation = WireMockFlags.translate(["serve", "--root-dir", "m", "--bind-address=0.0.0.0", "--port", "1", "--verbose"])
        #expect(translation.arguments == ["serve", "m", "--host", "0.0.0.0", "--port", "1", "--log-level", "debug"])
        #expect(translation.notes.isEmpty && translation.refusals.isEmpty)
    }

    @Test func aFlagWithoutEffectIsNamedWithItsReason() {
        let translation = WireMockFlags.translate(["serve", "--container-threads", "25", "mocks"])
        #expect(translation.arguments == ["serve", "mocks"])
        #expect(translation.notes.count == 1)
    }

    @Test func flagsThatChangeNoResponseHaveNoEffect() {
        let translation = WireMockFlags.translate(["serve", "--print-all-network-traffic", "--supported-proxy-encodings", "gzip", "m"])
        #expect(translation.arguments == ["serve", "m"] && translation.refusals.isEmpty)
        #expect(
            translation.notes == [
                "--print-all-network-traffic has no effect: read GET /__admin/requests, or use --access-log",
                "--supported-proxy-encodings has no effect: the body is passed on in the encoding in which the target sent it",
            ])
    }

    @Test(arguments: ["--websocket-idle-timeout", "--websocket-max-text-message-size"])
    func theLimitsOfChannelsHaveNoEffect(flag: String) {
        let translation = WireMockFlags.translate(["serve", flag, "1000", "m"])
        #expect(translation.arguments == ["serve", "m"] && translation.refusals.isEmpty)
        #expect(translation.notes == ["\(flag) has no effect: the WebSocket channels of WireMock 4 are not part of this server"])
    }

    @Test func whatIsChunkedIsSaidInFull() {
        let translation = WireMockFlags.translate(["serve", "--use-chunked-encoding", "never", "m"])
        #expect(translation.arguments == ["serve", "m"])
        #expect(translation.notes.first?.hasPrefix("--use-chunked-encoding has no effect: ") == true)
        #expect(translation.notes.first?.hasSuffix("with Content-Length, and with chunkedDribbleDelay in chunks") == true)
    }

    @Test func theShortFormOfVerboseIsKnown() {
        #expect(WireMockFlags.translate(["serve", "-v", "mocks"]).arguments == ["serve", "--log-level", "debug", "mocks"])
        #expect(WireMockFlags.translate(["-v"]).arguments == ["-v"])
        #expect(WireMockFlags.translate(["run", "mocks", "--", "curl", "-v"]).arguments == ["run", "mocks", "--", "curl", "-v"])
    }

    @Test func aRefusedFlagSaysWhy() {
        #expect(WireMockFlags.translate(["serve", "--extensions=a.B"]).refusals.first?.hasPrefix("--extensions is refused: Java") == true)
    }

    @Test func anExtensionThatIsBuiltInHasNoEffect() {
        let translation = WireMockFlags.translate(["serve", "--extensions", "org.wiremock.webhooks.Webhooks", "mocks"])
        #expect(translation.arguments == ["serve", "mocks"] && translation.refusals.isEmpty)
        #expect(translation.notes == ["--extensions has no effect: webhooks are built in"])
        let two = WireMockFlags.translate(["serve", "--extensions", "org.wiremock.webhooks.Webhooks,a.B"])
        #expect(two.refusals.count == 1)
    }

    @Test(arguments: ["--no-request-journal=true", "--no-request-journal true", "--no-request-journal=TRUE", "-no-request-journal"])
    func theValueOfASwitchIsIgnored(flag: String) {
        let written = flag.split(separator: " ").map(String.init)
        let translation = WireMockFlags.translate(["serve", "root"] + written + ["--port", "0"])
        #expect(translation.arguments == ["serve", "root", "--no-request-journal", "--port", "0"])
        #expect(translation.notes.isEmpty && translation.refusals.isEmpty)
    }

    @Test(arguments: ["--disable-gzip=false", "--disable-gzip false", "--disable-gzip=", "--verbose=no"])
    func aSwitchThatIsMeantToBeOffIsOnAndToldSo(flag: String) {
        let written = flag.split(separator: " ").map(String.init)
        let translation = WireMockFlags.translate(["serve"] + written + ["--root-dir", "m"])
        let name = flag.dropFirst(2).prefix { $0 != "=" && $0 != " " }
        #expect(translation.arguments == ["serve"] + (name == "verbose" ? ["--log-level", "debug"] : ["--\(name)"]) + ["m"])
        #expect(translation.notes == ["--\(name) is on whatever its value is, as in WireMock; leave it out to turn it off"])
    }

    @Test func theValueOfASwitchWithoutEffectIsIgnored() {
        let translation = WireMockFlags.translate(["serve", "--disable-banner=false", "--disable-extensions-scanning", "true", "m"])
        #expect(translation.arguments == ["serve", "m"] && translation.refusals.isEmpty)
        #expect(
            translation.notes == [
                "--disable-banner has no effect: there is no banner",
                "--disable-extensions-scanning has no effect: there are no extensions",
            ])
    }

    @Test func aSwitchOfOursAndAnotherWordKeepTheirPlaces() {
        for arguments in [["serve", "--s3-persist=true"], ["serve", "--disable-gzip", "mocks"], ["serve", "--port", "true"]] {
            #expect(WireMockFlags.translate(arguments).arguments == arguments)
        }
    }

    @Test(arguments: [
        ("--max-request-journal=1000", ["--max-request-journal-entries=1000"], "max-request-journal-entries"),
        ("--verb", ["--log-level", "debug"], "verbose"), ("--root=m", ["m"], "root-dir"),
        ("--no-request=true", ["--no-request-journal"], "no-request-journal"),
    ])
    func theBeginningOfAFlagOfWireMocksIsThatFlag(written: String, arguments: [String], whole: String) {
        let translation = WireMockFlags.translate(["serve", written])
        #expect(translation.arguments == ["serve"] + arguments)
        #expect(translation.notes == ["\(written.prefix { $0 != "=" }) is read as --\(whole)"])
    }

    @Test(arguments: ["--proxy", "--https", "--latency", "--host", "--strict", "--no-watc"])
    func otherBeginningsStayAsTheyAre(written: String) {
        #expect(WireMockFlags.translate(["run", written]) == .init(arguments: ["run", written]))
        #expect(WireMockFlags.translate(["reload", "--verb"]).arguments == ["reload", "--verb"])
    }

    @Test func aFlagOfWireMocksMayHaveOneDash() {
        let translation = WireMockFlags.translate(["serve", "-verbose", "-port", "0", "-https-port=8081", "-p", "1", "-s3-port", "2"])
        #expect(
            translation.arguments == [
                "serve", "--log-level", "debug", "--port", "0", "--https-port=8081", "-p", "1", "-s3-port", "2",
            ])
        #expect(WireMockFlags.translate(["run", "--", "x", "-port", "1"]).arguments == ["run", "--", "x", "-port", "1"])
    }

    @Test func theCommandOfRunIsNotTouched() {
        #expect(WireMockFlags.translate(["run", "--", "x", "--root-dir", "m"]).arguments == ["run", "--", "x", "--root-dir", "m"])
    }

    @Test func noFlagOfOursIsTakenAway() {
        for setting in Setting.all { #expect(WireMockFlags.table[setting.name] == nil, "\(setting.name)") }
        for name in WireMockFlags.shared { #expect(Setting.all.contains { $0.name == name }, "\(name)") }
    }
}
