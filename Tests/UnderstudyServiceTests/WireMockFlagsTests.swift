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

    @Test func theCommandOfRunIsNotTouched() {
        #expect(WireMockFlags.translate(["run", "--", "x", "--root-dir", "m"]).arguments == ["run", "--", "x", "--root-dir", "m"])
    }

    @Test func noFlagOfOursIsTakenAway() {
        for setting in Setting.all { #expect(WireMockFlags.table[setting.name] == nil, "\(setting.name)") }
    }
}
