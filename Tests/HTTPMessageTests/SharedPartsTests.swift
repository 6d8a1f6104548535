import Testing

@testable import HTTPMessage

/// Values whose parts are in one object stay values: a change to one does not change its copies.
struct SharedPartsTests {
    @Test func aChangedPerformanceLeavesItsCopiesAsTheyWere() {
        let first = Performance(initialDelay: .seconds(1), fault: WireFault(.reset, at: .end))
        var second = first
        #expect(second == first)
        second.initialDelay = .seconds(2)
        second.fault = nil
        second.pace = .chunks(2, over: .seconds(1))
        #expect(first.initialDelay == .seconds(1) && first.fault != nil && first.pace == nil)
        #expect(second.initialDelay == .seconds(2) && second.fault == nil && second.pace != nil)
        #expect(second != first)
    }

    @Test func aChangedArrivalLeavesItsCopiesAsTheyWere() {
        let first = Arrival(listener: .http, clientAddress: "127.0.0.1", clientPort: 4711, localAddress: "::1", localPort: 80)
        var second = first
        second.scheme = "https"
        #expect(first.scheme == "http" && second.scheme == "https")
        #expect(second.clientAddress == "127.0.0.1" && second.localAddress == "::1" && second.localPort == 80)
        #expect(first != second)
    }

    @Test func arrivalsAreEqualByTheirValues() {
        let all = [
            Arrival(listener: .http), Arrival(listener: .s3), Arrival(listener: .http, scheme: "https"),
            Arrival(listener: .http, clientAddress: "::1"), Arrival(listener: .http, clientPort: 1),
            Arrival(listener: .http, localAddress: "::1"), Arrival(listener: .http, localPort: 1),
        ]
        for (index, arrival) in all.enumerated() {
            #expect(all.indices.filter { all[$0] == arrival } == [index])
            #expect(
                arrival
                    == Arrival(
                        listener: arrival.listener, scheme: arrival.scheme, clientAddress: arrival.clientAddress,
                        clientPort: arrival.clientPort,
                        localAddress: arrival.localAddress, localPort: arrival.localPort))
        }
    }
}
