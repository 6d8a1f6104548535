import ResponseOrders
import Testing

@Suite struct ReleaseSchedulerTests {
    /// A session with one scheduler, in which time passes when the test says so.
    private struct Desk {
        var scheduler: ReleaseScheduler
        var log: [String] = []
        var timer: (number: Int, duration: Duration)?

        init(
            _ plan: ReleasePlan, _ settings: ReleaseSettings = ReleaseSettings(), expecting expected: ExpectedRequests = ExpectedRequests()
        ) {
            scheduler = ReleaseScheduler(plan, settings, expecting: expected)
        }

        mutating func tell(_ event: ReleaseScheduler.Event) {
            for action in scheduler.handle(event) {
                switch action {
                case .release(let id): log.append("release \(id)")
                case .diverge(let id, _): log.append("409 \(id)")
                case .setTimer(let number, let duration): timer = (number, duration)
                case .stopTimer: timer = nil
                }
            }
        }

        mutating func arrive(_ ids: UInt64...) {
            for id in ids { tell(.arrived(id, RequestLabel("GET /\(id)"))) }
        }

        /// The timer that is set fires.
        mutating func wait(_ duration: Duration, _ location: SourceLocation = #_sourceLocation) throws {
            let due = try #require(timer, "no timer is set", sourceLocation: location)
            #expect(due.duration == duration, sourceLocation: location)
            timer = nil
            tell(.timer(due.number))
        }

        mutating func settle(_ location: SourceLocation = #_sourceLocation) throws { try wait(.milliseconds(15), location) }
    }

    private static func labels(_ ids: Int...) -> [RequestLabel] { ids.map { RequestLabel("GET /\($0)") } }

    // MARK: With a window

    @Test func nothingIsReleasedBeforeTheWindowIsOver() throws {
        var desk = Desk(.arrival)
        desk.arrive(1, 2)
        #expect(desk.log == [])
        try desk.settle()
        #expect(desk.log == ["release 1"])
    }

    @Test func anArrivalBeginsTheWindowAgain() {
        var desk = Desk(.arrival)
        desk.arrive(1)
        let first = desk.timer
        desk.arrive(2)
        #expect(desk.timer?.number != first?.number)
        desk.tell(.timer(first?.number ?? 0))
        #expect(desk.log == [])
    }

    @Test func theNextResponseWaitsForTheDeliveryOfTheLastAndAWindowAfterIt() throws {
        var desk = Desk(.arrival)
        desk.arrive(1, 2)
        try desk.settle()
        #expect(desk.timer?.duration == .seconds(5), "it waits for the delivery, not for the window")
        desk.arrive(3)
        #expect(desk.timer?.duration == .seconds(5), "an arrival does not begin a window while a response is under way")
        desk.tell(.delivered(1))
        #expect(desk.log == ["release 1"])
        try desk.settle()
        desk.tell(.delivered(2))
        try desk.settle()
        #expect(desk.log == ["release 1", "release 2", "release 3"])
        desk.tell(.delivered(3))
        #expect(desk.timer == nil, "nothing is held")
    }

    @Test func reverseReleasesTheNewest() throws {
        var desk = Desk(.reverse)
        desk.arrive(1, 2, 3)
        try desk.settle()
        desk.arrive(4)
        desk.tell(.delivered(3))
        try desk.settle()
        desk.tell(.delivered(4))
        try desk.settle()
        #expect(desk.log == ["release 3", "release 4", "release 2"])
    }

    @Test func aListDecidesAndWhatIsNotInItComesLast() throws {
        var desk = Desk(.preferred(Self.labels(3, 1, 2)))
        desk.arrive(8, 1, 7, 3)
        for id in [3, 1, 8, 7] as [UInt64] {
            try desk.settle()
            desk.tell(.delivered(id))
        }
        #expect(desk.log == ["release 3", "release 1", "release 8", "release 7"])
    }

    @Test func aListDoesNotWaitForWhatDoesNotCome() throws {
        var desk = Desk(.preferred(Self.labels(2, 1)))
        desk.arrive(1)
        try desk.settle()
        #expect(desk.log == ["release 1"])
    }

    @Test func aGateWaitThatIsMetEndsTheWindow() {
        var desk = Desk(.reverse)
        desk.tell(.gateWaitMet)
        #expect(desk.log == [])
        desk.arrive(1, 2)
        desk.tell(.gateWaitMet)
        #expect(desk.log == ["release 2"])
    }

    @Test func aClientThatDoesNotAcknowledgeHoldsNothingUpForEver() throws {
        var desk = Desk(.arrival)
        desk.arrive(1, 2)
        try desk.settle()
        try desk.wait(.seconds(5))
        try desk.settle()
        #expect(desk.log == ["release 1", "release 2"])
        #expect(desk.scheduler.record.unacknowledged == Self.labels(1))
    }

    @Test func aClientThatLeavesFreesItsPlace() throws {
        var desk = Desk(.arrival)
        desk.arrive(1, 2, 3)
        desk.tell(.left(1))
        try desk.settle()
        #expect(desk.log == ["release 2"])
        desk.tell(.left(2))
        try desk.settle()
        #expect(desk.log == ["release 2", "release 3"])
        #expect(desk.scheduler.record.left == Self.labels(1))
        #expect(desk.scheduler.record.order == Self.labels(2, 3))
    }

    @Test func theLastClientThatLeavesStopsTheTimer() {
        var desk = Desk(.arrival)
        desk.arrive(1)
        desk.tell(.timedOut(1))
        #expect(desk.timer == nil)
        #expect(desk.scheduler.record.timedOut == Self.labels(1))
    }

    @Test func requestsBeyondTheLimitAreNotHeld() throws {
        var settings = ReleaseSettings()
        settings.limit = 2
        var desk = Desk(.reverse, settings)
        desk.arrive(1, 2)
        let timer = desk.timer?.number
        desk.arrive(3)
        #expect(desk.log == ["release 3"])
        #expect(desk.timer?.number == timer, "such a request does not begin the window again")
        desk.tell(.delivered(3))
        try desk.settle()
        #expect(desk.log == ["release 3", "release 2"])
        #expect(desk.scheduler.record.beyondLimit == 1)
        #expect(desk.scheduler.record.arrivals == Self.labels(1, 2))
    }

    @Test func eventsOfUnknownRequestsChangeNothing() {
        var desk = Desk(.arrival)
        for event in [.delivered(9), .left(9), .timedOut(9), .timer(0), .timer(7)] as [ReleaseScheduler.Event] { desk.tell(event) }
        #expect(desk.log == [] && desk.timer == nil)
    }

    @Test func theFirstResponseWaitsForSoManyRequests() throws {
        var settings = ReleaseSettings()
        settings.arrivals = 3
        var desk = Desk(.reverse, settings)
        desk.arrive(1, 2)
        #expect(desk.timer?.duration == .seconds(10))
        desk.arrive(3)
        try desk.settle()
        desk.tell(.delivered(3))
        try desk.settle()
        #expect(desk.log == ["release 3", "release 2"], "later ones wait for no more than the window")
    }

    @Test func requestsThatDoNotComeHoldNothingUpForEver() throws {
        var settings = ReleaseSettings()
        settings.arrivals = 2
        var desk = Desk(.arrival, settings)
        desk.arrive(1)
        try desk.wait(.seconds(10))
        #expect(desk.log == ["release 1"])
    }

    // MARK: With a window that earlier runs change

    /// Requests 1 and 2 arrive at once, and request 3 when the client has the response to 1.
    private static let expected: ExpectedRequests = {
        var record = RunRecord()
        record.arrivals = labels(1, 2, 3)
        record.releases = [
            .init(record.arrivals[0], arrived: 2, others: labels(2)), .init(record.arrivals[1], arrived: 3, others: labels(3)),
            .init(record.arrivals[2], arrived: 3, others: []),
        ]
        var expected = ExpectedRequests()
        expected.learn(from: record)
        return expected
    }()

    @Test func theFirstWindowOfAFirstRunIsLonger() throws {
        var settings = ReleaseSettings()
        settings.opening = .milliseconds(60)
        var desk = Desk(.arrival, settings)
        desk.arrive(1)
        try desk.wait(.milliseconds(60))
        desk.tell(.delivered(1))
        desk.arrive(2)
        try desk.settle()
    }

    @Test func anExpectedRequestIsWaitedForLonger() throws {
        var desk = Desk(.preferred(Self.labels(2, 1, 3)), expecting: Self.expected)
        desk.arrive(1)
        #expect(desk.timer?.duration == .milliseconds(250), "request 2 has come at this point before")
        desk.arrive(2)
        try desk.settle()
        desk.tell(.delivered(2))
        try desk.settle()
        desk.tell(.delivered(1))
        #expect(desk.timer == nil, "nothing is held")
        desk.arrive(3)
        try desk.wait(.milliseconds(10))
        #expect(desk.log == ["release 2", "release 1", "release 3"])
    }

    @Test func whatHasNotComeOnceIsNotWaitedForAgain() throws {
        var desk = Desk(.preferred(Self.labels(2, 1, 3)), expecting: Self.expected)
        desk.arrive(1, 8)
        try desk.wait(.milliseconds(250))
        #expect(desk.log == ["release 1"])
        desk.tell(.delivered(1))
        try desk.wait(.milliseconds(250))
        #expect(desk.log == ["release 1", "release 8"], "request 3 was waited for after its response, and request 2 no more")
        desk.arrive(9)
        desk.tell(.delivered(8))
        try desk.wait(.milliseconds(10))
    }

    @Test func theWindowIsShortWhenAllHaveArrived() throws {
        var settings = ReleaseSettings()
        settings.settle = .milliseconds(90)
        var desk = Desk(.preferred(Self.labels(3, 2, 1)), settings, expecting: Self.expected)
        desk.arrive(1, 2)
        try desk.wait(.milliseconds(90))
        desk.arrive(3)
        desk.tell(.delivered(2))
        try desk.wait(.milliseconds(30))
        #expect(desk.log == ["release 2", "release 3"])
    }

    @Test func whatEarlierRunsShowDoesNotChangeAReplay() throws {
        var desk = Desk(try Self.replay("o1.2.1-2"), expecting: Self.expected)
        desk.arrive(1)
        #expect(desk.log == ["release 1"])
        desk.tell(.delivered(1))
        try desk.wait(.milliseconds(5))
    }

    // MARK: The record

    @Test func theRecordSaysWhatWasHeldTogether() throws {
        var desk = Desk(.reverse)
        desk.arrive(1, 2)
        try desk.settle()
        desk.tell(.delivered(2))
        desk.arrive(3)
        try desk.settle()
        #expect(
            desk.scheduler.record.releases == [
                RunRecord.Release(RequestLabel("GET /2"), arrived: 2, others: Self.labels(1)),
                RunRecord.Release(RequestLabel("GET /3"), arrived: 3, others: Self.labels(1)),
            ])
    }

    // MARK: Replays

    private static func replay(_ text: String) throws -> ReleasePlan { .replay(try FullOrder(text)) }

    @Test func aReplayWaitsForTheNextRequestItself() throws {
        var desk = Desk(try Self.replay("o1.3.2-1-3"))
        desk.arrive(1)
        #expect(desk.log == [])
        desk.arrive(2)
        #expect(desk.log == ["release 2"], "there is no window")
        desk.tell(.delivered(2))
        #expect(desk.log == ["release 2"])
        try desk.wait(.milliseconds(5))
        #expect(desk.log == ["release 2", "release 1"])
        desk.tell(.delivered(1))
        try desk.wait(.milliseconds(5))
        desk.arrive(3)
        #expect(desk.log == ["release 2", "release 1", "release 3"])
    }

    @Test func checksNameTheRequestsWheneverTheyArrive() throws {
        let order = FullOrder(numbers: [2, 1], labels: Self.labels(1, 2))
        var desk = Desk(.replay(order))
        desk.arrive(2)
        #expect(desk.log == ["release 2"])
    }

    @Test func aStepWaitsUntilAsManyHaveArrived() throws {
        var desk = Desk(.replay(FullOrder(numbers: [1, 2], arrivals: [2, 2], labels: Self.labels(1, 2))))
        desk.arrive(7, 1)
        #expect(desk.log == [], "request 7 is not in the order and does not count")
        desk.arrive(2)
        #expect(desk.log == ["release 1"])
    }

    @Test func aReplayDivergesWhenTheNextRequestDoesNotCome() throws {
        var desk = Desk(try Self.replay("o1.3.2-3-1"))
        desk.arrive(1, 2)
        desk.tell(.delivered(2))
        try desk.wait(.milliseconds(5))
        try desk.wait(.seconds(2))
        #expect(desk.log == ["release 2", "409 1"])
        desk.arrive(3)
        #expect(desk.log == ["release 2", "409 1", "409 3"], "what comes later is told the same")
        let divergence = try #require(desk.scheduler.record.divergence)
        #expect(
            divergence.description
                == "The run diverged from its schedule: step 2 of 3 waits for request 3, which does not arrive. Held instead: GET /1 #1.")
    }

    @Test func aReplayDivergesWhenFewerRequestsComeThanThen() throws {
        var desk = Desk(try Self.replay("o1.2.2:1-2"))
        desk.arrive(1)
        try desk.wait(.seconds(2))
        #expect(
            desk.scheduler.record.divergence?.description
                == "The run diverged from its schedule: step 1 of 2 waits until 2 requests of it have arrived, but only 1 have. "
                + "Held instead: GET /1 #1.")
    }

    @Test func nobodyWaitsForANextRequestWhenNothingIsHeld() throws {
        var desk = Desk(try Self.replay("o1.2.1-2"))
        desk.arrive(1)
        desk.tell(.delivered(1))
        try desk.wait(.milliseconds(5))
        #expect(desk.timer == nil)
    }

    @Test func whatIsNotInTheOrderComesLastInTheOrderOfArrival() throws {
        var desk = Desk(.replay(FullOrder(numbers: [2, 1], labels: Self.labels(1, 2))))
        desk.arrive(9, 8, 1, 2)
        for id in [2, 1, 9] as [UInt64] {
            desk.tell(.delivered(id))
            try desk.wait(.milliseconds(5))
        }
        #expect(desk.log == ["release 2", "release 1", "release 9", "release 8"])
    }

    @Test func aReplaySkipsARequestWhoseClientLeft() throws {
        var desk = Desk(try Self.replay("o1.2.2-1"))
        desk.arrive(1)
        desk.tell(.left(1))
        #expect(desk.timer == nil)
        desk.arrive(2)
        desk.tell(.delivered(2))
        try desk.wait(.milliseconds(5))
        #expect(desk.log == ["release 2"] && desk.timer == nil)
    }

    @Test func aGateDoesNotChangeAReplay() throws {
        var desk = Desk(try Self.replay("o1.2.2-1"))
        desk.arrive(1)
        desk.tell(.gateWaitMet)
        #expect(desk.log == [])
    }
}
