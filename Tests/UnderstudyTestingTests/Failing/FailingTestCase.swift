import Foundation
import UnderstudyClient
import UnderstudyTesting
import XCTest

/// Tests that fail, for `ReportedFailuresTests`, which runs them in a process of their own.
final class FailingTestCase: UnderstudyTestCase {
    override var options: UnderstudyOptions {
        UnderstudyOptions(allowsUnusedStubs: false) { Stub.get("/used").respond(body: "used") }
    }

    override func setUp() async throws {
        try XCTSkipUnless(failingTestsAreWanted)
        try await super.setUp()
    }

    func testPasses() async throws {
        let text = try await App.get(session.url("/used"))
        XCTAssertEqual(text, "used")
    }

    func testMissAndUnusedStub() async throws {
        try await session.stub("/unused", json: 2)  // line of the unused stub
        _ = try await App.get(session.url("/used"))
        _ = try await App.get(session.url("/missing"))
    }

    func testFailsInOneOrder() async throws {
        let post = UnderstudyOptions {
            Stub.get("/post/7").respond(body: "0 likes")
            Stub.post("/post/7/like").respond(body: "1 like")
        }
        let orders = EveryOrder(.pairs, order: ResponseOrder(settleMilliseconds: 300))
        try await withEveryOrder(orders, post) { session in
            _ = try await App.get(session.url("/used"))
            let screen = Screen()
            async let refresh: Void = screen.show(App.get(session.url("/post/7")))
            try await session.awaitRequests(.get("/post/7"))
            async let like: Void = screen.show(App.post(session.url("/post/7/like")))
            _ = try await (refresh, like)
            let text = await screen.text
            XCTAssertEqual(text, "1 like")  // line of the order
        }
    }
}

/// A test case whose options expect something.
final class ExpectingTestCase: UnderstudyTestCase {
    override var options: UnderstudyOptions {
        UnderstudyOptions {
            Stub.get("/0").respond(json: 0).expect(.once)
            Stub.get("/1").respond(json: 1).expect(.once)
        }
    }

    override func setUp() async throws {
        try XCTSkipUnless(failingTestsAreWanted)
        try await super.setUp()
    }

    func testPassesInEveryOrder() async throws {
        try await withEveryOrder(EveryOrder(.pairs, order: ResponseOrder(settleMilliseconds: 300))) { session in
            async let first = App.get(session.url("/0"))
            async let second = App.get(session.url("/1"))
            let texts = try await [first, second]
            XCTAssertEqual(texts, ["0", "1"])
        }
    }

    func testAsksForOneOnly() async throws {
        let text = try await App.get(session.url("/0"))
        XCTAssertEqual(text, "0")
    }
}

/// The same for a test case of any kind.
final class FailingPlainTestCase: XCTestCase {
    func testFailedVerification() async throws {
        try XCTSkipUnless(failingTestsAreWanted)
        try await withUnderstudy { session in
            try await session.stub("/points", json: [Int]())
            _ = try await App.get(session.url("/points?lat=1"))
            XCTAssertEqual(try UnderstudySession.current.id, session.id)
            try await session.verify(.get("/points").query("lat", "37.3293"))  // line of the verification
        }
    }
}
