import JSONDocument
import Testing

@testable import MockEngine

/// What health says while a reload runs, and after it.
@Suite(.timeLimit(.minutes(5))) struct FixtureHealthTests {
    private let problem = Problem(source: "understudy.json", message: "a mistake")
    private let other = Problem(source: "mappings/a.json", message: "another one")

    /// Settings come first, and mappings take their time.
    @Test func betweenSettingsAndMappingsTheReportAgreesWithItself() {
        let health = FixtureHealth()
        health.noteLoad([], at: Timestamp(milliseconds: 1_000))
        health.noteSettings([problem], forRestart: [], at: Timestamp(milliseconds: 2_000))
        #expect(health.isStale && health.report.staleSince == Timestamp(milliseconds: 2_000) && health.report.kept == [.settings])
        health.noteLoad([], at: Timestamp(milliseconds: 3_000))
        #expect(health.isStale && health.report.staleSince == Timestamp(milliseconds: 2_000))
        health.noteSettings([], forRestart: [], at: Timestamp(milliseconds: 4_000))
        #expect(!health.isStale && health.report.staleSince == nil && health.report.problems.isEmpty)
    }

    @Test func mendedSettingsLeaveTheProblemsOfMappings() {
        let health = FixtureHealth()
        health.noteSettings([problem], forRestart: [], at: Timestamp(milliseconds: 1_000))
        health.noteLoad([other], at: Timestamp(milliseconds: 2_000))
        health.noteSettings([], forRestart: [], at: Timestamp(milliseconds: 3_000))
        #expect(health.isStale && health.report.staleSince == Timestamp(milliseconds: 1_000) && health.report.kept == [.mappings])
    }
}
