import TLS
import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(5))) struct TLSClientsTests {
    /// The next connection with this descriptor is another client's.
    @Test(arguments: [true, false]) func aClientIsForgottenIfItsConnectionIsNotAdded(isAdded: Bool) {
        var clients = TLSClients()
        let address = SocketAddress { _, _ in -1 }
        let client = TLSClient(link: TLSLink(), peer: address, local: address)
        let result = clients.add(client, at: 7) { isAdded }
        #expect(result == isAdded)
        #expect((clients.waiting[7] != nil) == isAdded)
    }
}
