import Foundation
import Testing
import UnderstudyClient
@testable import UnderstudyTesting

@Suite(
    .understudy(allowsUnusedStubs: true) {
        Stub.get("/suite").respond(body: "suite"); Stub.get("/who").respond(body: "suite")
    })
struct TraitTests {
    @Test func aTestOfASuiteHasItsSession() async throws {
        let session = try UnderstudySession.current
        #expect(session.name == "TraitTests/aTestOfASuiteHasItsSession()")
        #expect(session.isStrict)
        #expect(try await App.get(session.url("/suite")) == "suite")
    }

    @Test(.understudy(clock: .manual, seed: 7) { Stub.get("/who").respond(body: "test") }) func theTestsTraitWins() async throws {
        let session = try UnderstudySession.current
        #expect(session.seed == 7)
        #expect(try await session.clock.state().mode == .manual)
        #expect(try await App.get(session.url("/who")) == "test")
        #expect(try await App.get(session.url("/suite")) == "suite")
        #expect(try await session.stubs().count == 3, "there is one session")
    }

    @Test(.understudy(strict: false)) func aMissIsAllRightWhereNothingIsStrict() async throws {
        let session = try UnderstudySession.current
        #expect(try await App.send("GET", session.url("/missing")).status == 404)
    }

    @Test(arguments: 0..<20) func eachCaseHasItsOwn(number: Int) async throws {
        let session = try UnderstudySession.current
        try await session.stub("/number", json: number)
        #expect(try await App.get(session.url("/number")) == "\(number)")
        try await session.verify(.get("/number"), .once)
        let inATask = Task { try UnderstudySession.current.id }
        #expect(try await inATask.value == session.id)
    }

    @Test(arguments: [1]) func isFilteredByItsName(number: Int) {
        #expect(Test.current?.filter == "UnderstudyTestingTests.TraitTests/isFilteredByItsName")
    }

    @Test(.everyOrder(.pairs, order: ResponseOrder(settleMilliseconds: 100))) @MainActor func runsOnTheMainActor() async throws {
        let session = try UnderstudySession.current
        try await session.stub { for number in 0..<2 { Stub.get("/\(number)").respond(json: number) } }
        var texts: Set<String> = []
        let loads = (0..<2).map { number in Task { texts.insert(try await App.get(session.url("/\(number)"))) } }
        for load in loads { _ = try await load.value }
        #expect(texts == ["0", "1"])
    }

    @Test func aTestMayCloseItsSession() async throws {
        try await UnderstudySession.current.close()
    }

    @Test(.understudy(mocks: "Fixtures")) func servesTheNearestFolder() async throws {
        #expect(try await App.get(UnderstudySession.current.url("/pose/all")).contains("content"))
    }

    @Test(.everyOrder(.triples, order: ResponseOrder(settleMilliseconds: 100))) func passesInEveryOrder() async throws {
        let session = try UnderstudySession.current
        try await session.stub { for number in 0..<3 { Stub.get("/\(number)").respond(json: number) } }
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<3 { group.addTask { try await App.get(session.url("/\(number)")) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts == ["0", "1", "2"])
    }
}

@Suite struct WithoutTraitTests {
    @Test func thereIsNoSession() {
        let failure = #expect(throws: UnderstudyFailure.self) { try UnderstudySession.current }
        #expect(failure?.message.contains("Write @Test(.understudy)") == true)
    }
}
