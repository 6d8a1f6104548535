import Foundation
import Testing
import UnderstudyClient

/// What a reader sees of tests that fail: they run in a process of their own.
@Suite struct ReportedFailuresTests {
    private func place(_ comment: String) throws -> String { try ChildTests.place("FailingTests.swift", comment) }
    private func xctestPlace(_ comment: String) throws -> String { try ChildTests.place("FailingTestCase.swift", comment) }

    @Test func aMissIsAtTheTest() async throws {
        let child = try await ChildTests("FailingTests/miss")
        #expect(child.hasLine("recorded an issue at \(try place("line of the miss"))"), "\(child.output)")
        #expect(child.hasLine("Nothing answered GET /feed?page=2."), "\(child.output)")
        #expect(child.issues == 1)
        #expect(child.status != 0)
    }

    @Test func anUnusedStubIsAtItsLine() async throws {
        let child = try await ChildTests("FailingTests/unusedStub")
        #expect(child.hasLine("recorded an issue at \(try place("line of the unused stub"))"), "\(child.output)")
        #expect(child.hasLine("The stub GET /unused did not respond to any request."), "\(child.output)")
        #expect(child.issues == 1)
    }

    @Test func anUnusedStubOfTheTraitIsAtTheTest() async throws {
        let child = try await ChildTests("FailingTests/unusedStubOfTheTrait")
        #expect(child.hasLine("recorded an issue at FailingTests.swift:"), "\(child.output)")
        #expect(child.hasLine("The stub GET /pictures did not respond to any request."), "\(child.output)")
        #expect(child.issues == 1)
    }

    @Test func anUnmetExpectationIsAtItsStub() async throws {
        let child = try await ChildTests("FailingTests/unmetExpectation")
        #expect(child.hasLine("recorded an issue at \(try place("line of the expectation"))"), "\(child.output)")
        #expect(child.hasLine("like"), "\(child.output)")
        #expect(child.issues == 1, "\(child.output)")
    }

    @Test func whatTheClientThrowsIsAtItsCall() async throws {
        let child = try await ChildTests("FailingTests/failedVerification")
        #expect(child.hasLine("recorded an issue at \(try place("line of the verification"))"), "\(child.output)")
        #expect(child.hasLine("GET /points?lat=1"), "\(child.output)")
        #expect(child.issues == 1, "\(child.output)")
    }

    @Test func aTestThatBreaksOffIsNotToldOfUnusedStubs() async throws {
        let child = try await ChildTests("FailingTests/onlyItsOwnError")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("recorded an issue", "Caught error"), "\(child.output)")
    }

    @Test func aFolderThatIsMissingIsNamed() async throws {
        let child = try await ChildTests("FailingTests/noSuchFolder")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("There is no folder of fixtures \"no such folder\""), "\(child.output)")
    }

    @Test func aFailingOrderIsOneIssueThatCanBeReplayed() async throws {
        let child = try await ChildTests("FailingTests/failsInOneOrder")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("recorded an issue at \(try place("line of the order"))"), "\(child.output)")
        let sentence = "The test fails when the response to POST /post/7/like #1 comes before the response to GET /post/7 #1."
        #expect(child.hasLine(sentence), "\(child.output)")
        #expect(child.hasLine("Expectation failed"), "\(child.output)")
        #expect(child.hasLine("the like counts"), "\(child.output)")
        let replay = #/Replay: UNDERSTUDY_REPLAY=(o1\S+) swift test --filter 'UnderstudyTestingTests.FailingTests/failsInOneOrder'/#
        let schedule = String(try #require(child.output.firstMatch(of: replay), "\(child.output)").1)

        let again = try await ChildTests("FailingTests/failsInOneOrder", replay: schedule)
        #expect(again.issues == 1, "\(again.output)")
        #expect(again.hasLine("recorded an issue at \(try place("line of the order"))", "Expectation failed"), "\(again.output)")
        #expect(!again.output.contains("The test fails when"))
        let byOption = try await ChildTests("FailingTests/repeatsAnOrder", schedule: schedule)
        #expect(byOption.hasLine("recorded an issue at \(try place("line of the replay"))", "Expectation failed"), "\(byOption.output)")
        #expect(byOption.issues == 1, "\(byOption.output)")
    }

    @Test func aTestThatAlwaysFailsHasOneIssue() async throws {
        let child = try await ChildTests("FailingTests/failsInTheOrderOfArrival")
        #expect(child.issues == 1, "\(child.output)")
        #expect(
            child.hasLine("The test fails with each response in the order of its request", "No other order was tried."), "\(child.output)")
        #expect(!child.output.contains("Replay:") && !child.output.contains("The order of its responses"), "\(child.output)")
        #expect(child.hasLine("2 likes"), "\(child.output)")
    }

    @Test func aMissInARunIsPartOfTheIssue() async throws {
        let child = try await ChildTests("FailingTests/missesInEveryOrder")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("Nothing answered GET /nothing."), "\(child.output)")
    }

    @Test func aTestThatPassesInEveryOrderSaysWhatWasNotShown() async throws {
        let child = try await ChildTests("FailingTests/asksTwoAfterAnother")
        #expect(child.status == 0, "\(child.output)")
        #expect(child.hasLine("FailingTests/asksTwoAfterAnother(): The test passes in"), "\(child.output)")
        #expect(child.hasLine("3 responses took part; every two of them in every order: 2 of 2 possible orders shown."), "\(child.output)")
        #expect(child.hasLine("Never in flight together: GET /first #1 and GET /second #1."), "\(child.output)")
    }

    @Test func aTestWhoseRequestsNeverOverlapFails() async throws {
        let child = try await ChildTests("FailingTests/asksOneAfterTheOther")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("no two of its requests were ever in flight together"), "\(child.output)")
        #expect(child.hasLine("Send the requests without waiting for the responses."), "\(child.output)")
    }

    @Test func aTestWhoseRequestsDifferFromRunToRunFails() async throws {
        let child = try await ChildTests("FailingTests/sendsAnotherNonceInEachRun")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("its requests differ from run to run:", "GET /first has another nonce"), "\(child.output)")
        #expect(child.hasLine(#"leave it out: .everyOrder(order: ResponseOrder(ignoredQueryParameters: ["nonce"]))"#), "\(child.output)")
    }

    @Test func aTestWhoseRequestsMatchNothingFailsUnderEveryOrder() async throws {
        let child = try await ChildTests("FailingTests/matchesNothingInEveryOrder")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("The test passes in all 2 runs, but nothing matched any of its requests."), "\(child.output)")
        #expect(child.hasLine("So this counts as a failure: add a stub or a file for them"), "\(child.output)")
    }

    @Test func aResponseThatCannotBeMadeIsAtItsStub() async throws {
        let child = try await ChildTests("FailingTests/missingBodyFile")
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("recorded an issue at \(try place("line of the file"))"), "\(child.output)")
        #expect(
            child.hasLine("The stub GET /page could not respond to GET /page, and the server sent an error with the reason:"),
            "\(child.output)")
        #expect(child.hasLine("The test names no folder of mocks for its files"), "\(child.output)")
    }

    @Test func aServerThatIsNamedNeedsNoFolder() async throws {
        let server = try await UnderstudyServer.shared()
        let child = try await ChildTests("FailingTests/aServerThatIsNamed", server: server.baseURL)
        #expect(child.status == 0, "\(child.output)")
    }

    @Test func testCasesOfXCTestRecordTheSame() async throws {
        let passes = try await ChildTests("FailingTestCase/testPasses", xctest: true)
        #expect(passes.status == 0, "\(passes.output)")
        #expect(passes.output.contains("Executed 1 test, with 0 failures"), "\(passes.output)")

        let child = try await ChildTests("FailingTestCase/testMissAndUnusedStub", xctest: true)
        #expect(child.issues == 2, "\(child.output)")
        #expect(
            child.hasLine("\(try xctestPlace("line of the unused stub"))", "The stub GET /unused did not respond to any request."),
            "\(child.output)")
        #expect(child.hasLine("Nothing answered GET /missing."), "\(child.output)")

        let plain = try await ChildTests("FailingPlainTestCase/testFailedVerification", xctest: true)
        #expect(plain.issues == 1, "\(plain.output)")
        #expect(plain.hasLine("\(try xctestPlace("line of the verification"))", "was to come"), "\(plain.output)")
    }

    @Test func whatATestCaseExpectsHasToHappenInEachRun() async throws {
        let passes = try await ChildTests("ExpectingTestCase/testPassesInEveryOrder", xctest: true)
        #expect(passes.status == 0, "\(passes.output)")
        #expect(passes.output.contains("Executed 1 test, with 0 failures"), "\(passes.output)")

        let child = try await ChildTests("ExpectingTestCase/testAsksForOneOnly", xctest: true)
        #expect(child.issues == 1, "\(child.output)")
        #expect(child.hasLine("was expected to respond exactly once, and never responded."), "\(child.output)")
    }

    @Test func aTestCaseOfXCTestFindsAFailingOrder() async throws {
        let child = try await ChildTests("FailingTestCase/testFailsInOneOrder", xctest: true)
        #expect(child.issues == 1, "\(child.output)")
        let sentence = "The test fails when the response to POST /post/7/like #1 comes before the response to GET /post/7 #1."
        #expect(child.hasLine("\(try xctestPlace("line of the order"))", sentence), "\(child.output)")
        let filter = "swift test --filter 'UnderstudyTestingTests.FailingTestCase/testFailsInOneOrder'"
        #expect(child.hasLine("Replay: UNDERSTUDY_REPLAY=o1", filter), "\(child.output)")
    }
}
