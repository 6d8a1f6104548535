import MockEngine
import Testing

/// The URLs of a session's own ports.
@Suite struct SessionListenersTests {
    private let both = SessionListeners.Ports(plain: 1, secure: 2, hosts: ["127.0.0.1", "::1"], secureHosts: ["::1"])
    private let v4 = SessionListeners.Ports(plain: 3, hosts: ["127.0.0.1"])

    /// The service manager may open the listeners on different addresses.
    @Test func eachHasAnAddressOnWhichItListens() {
        #expect(both.url(scheme: "http", host: "[::1]") == "http://[::1]:1")
        #expect(both.url(scheme: "http", host: "localhost") == "http://localhost:1")
        #expect(both.url(scheme: "https", host: "localhost") == "https://[::1]:2")
        #expect(v4.url(scheme: "http", host: "[::1]") == "http://127.0.0.1:3")
        #expect(v4.url(scheme: "https", host: "mine") == "http://mine:3")
    }

    @Test(arguments: [
        (["0.0.0.0"], "127.0.0.1"), (["::"], "[::1]"), (["192.0.2.1", "::1"], "192.0.2.1"), (["2001:db8::1"], "[2001:db8::1]"),
    ])
    func withoutAClientItIsTheFirst(hosts: [String], host: String) {
        #expect(SessionListeners.Ports(plain: 4, hosts: hosts).url(scheme: "http", host: nil) == "http://\(host):4")
    }

    @Test func whereNoAddressIsKnownTheClientsHostIsTaken() {
        #expect(SessionListeners.Ports(plain: 5).url(scheme: "http", host: "[::1]") == "http://[::1]:5")
    }
}
