import HTTPMessage
import Testing

@Suite struct AuthorityTests {
    @Test(
        arguments: [
            ("localhost", "localhost", nil), ("localhost:8080", "localhost", 8080), ("127.0.0.1:80", "127.0.0.1", 80), ("a:", "a", nil),
            ("[::1]", "[::1]", nil), ("[::1]:8080", "[::1]", 8080), ("", "", nil), (":80", "", 80), ("a:007", "a", 7),
        ] as [(String, String, Int?)])
    func hostAndPortAreToldApart(text: String, host: String, port: Int?) {
        #expect(Authority(text).host == host)
        #expect(Authority(text).port == port)
    }

    @Test(arguments: ["::1", "fe80::1:80", "a:b", "a:8x", "a:-1", "a:+1", "a:１", "a:99999999999999999999", "[::1", "[::1]x"])
    func withoutAPortAllOfItIsTheHost(text: String) {
        #expect(Authority(text).host == text)
        #expect(Authority(text).port == nil)
    }

    @Test(arguments: [("[::1]:80", "::1"), ("[::1]", "::1"), ("::1", "::1"), ("a:80", "a"), ("[", "["), ("[]", "")])
    func theAddressHasNoBrackets(text: String, address: String) { #expect(Authority(text).address == address) }
}
