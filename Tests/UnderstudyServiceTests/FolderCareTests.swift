import AdminAPI
import FixtureStore
import Foundation
import HTTPMessage
import JSONDocument
import MockEngine
import Synchronization
import TestSupport
import Testing

@testable import UnderstudyService

/// What is found out about the folder after the start.
@Suite(.timeLimit(.minutes(5))) struct FolderCareTests {
    private final class AtOnce: WorkQueue {
        func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
            work()
            return true
        }
    }

    private let folder: TemporaryFolder
    private let health = FixtureHealth()
    private let log = RecordedLog()

    init() throws { folder = try TemporaryFolder() }

    private func lines() -> [String] { log.lines.map { $0.replacingOccurrences(of: folder.path, with: "mocks") } }

    @Test func aBadDescriptionIsAWarningInTheLogAndInHealth() throws {
        try folder.write("s3/pets/cat.jpg", "")
        try folder.write("s3/pets/cat.jpg.meta.json", #"{"acl": "privat"}"#)
        try folder.write("s3/pets/dog.meta.json", "{}")
        let fixtures = try FixtureFolder(folder.path)
        #expect(fixtures.load().problems.isEmpty, "the server starts")
        let care = FolderCare(fixtures, health, AtOnce(), log.logger)
        care.look()
        let bad = #"warning: mocks/s3/pets/cat.jpg.meta.json:1:9 /acl: "acl" must be "private" or "public-read", found "privat"."#
        let lonely = #"warning: mocks/s3/pets/dog.meta.json: it describes "mocks/s3/pets/dog", which is not there."#
        #expect(lines() == [bad, lonely])
        #expect(health.report.objectProblems.count == 2 && health.report.problems.isEmpty)

        care.look()
        #expect(lines().count == 2, "each is told once")
        try folder.write("s3/pets/cat.jpg.meta.json", "{}")
        care.look()
        #expect(health.report.objectProblems.map(\.message) == [#"it describes "\#(folder.path)/s3/pets/dog", which is not there"#])
        try folder.write("s3/pets/cat.jpg.meta.json", #"{"acl": "privat"}"#)
        care.look()
        #expect(lines() == [bad, lonely, bad], "it is wrong again")

        care.stop()
        try folder.write("s3/pets/cat.jpg.meta.json", "{}")
        care.look()
        #expect(health.report.objectProblems.count == 2)
    }

    @Test func aReloadTellsTheMistakesOfObjects() throws {
        try folder.write("s3/pets/cat.jpg", "")
        let service = try Service(.embedded(mocks: folder.path, servesS3: true), log: log.logger)
        let reloader = Reloader()
        reloader.join(service)
        #expect(reloader.reload()?.objectProblems == [])
        try folder.write("s3/pets/cat.jpg.meta.json", #"{"acl": "privat"}"#)
        let reload = reloader.reload()
        #expect(reload?.problems == [])
        #expect(reload?.objectProblems.first?.hasPrefix("\(folder.path)/s3/pets/cat.jpg.meta.json:1:9 /acl: ") == true)
        #expect(log.lines.contains { $0.contains("/acl: ") })
    }

    @Test func aReloadTellsWhatTheOneLookFinds() throws {
        try folder.write("s3/pets/cat.jpg", "")
        let care = FolderCare(try FixtureFolder(folder.path), health, AtOnce(), log.logger)
        care.look()
        try folder.write("s3/pets/cat.jpg.meta.json", #"{"acl": "privat"}"#)
        #expect(care.objectMistakes() == [], "nobody wanted another look")
        care.look(at: .bodies)
        #expect(care.objectMistakes() == [])
        care.look()
        #expect(care.objectMistakes().map(\.pointer) == ["/acl"])
        #expect(lines().count == 1)
    }

    @Test func theLastMappingsStayWhenTheirFolderGoes() throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}}"#)
        let service = try Service(.embedded(mocks: folder.path), log: log.logger)
        try FileManager.default.moveItem(atPath: folder.path + "/mappings", toPath: folder.path + "/mapings")
        let gone = service.reload().problems
        #expect(gone.map(\.message) == ["the folder is gone, and the mappings that were read stay in use"])
        #expect(service.fixtureCount == 1)
        try FileManager.default.createDirectory(atPath: folder.path + "/mappings", withIntermediateDirectories: false)
        #expect(service.reload().problems == [] && service.fixtureCount == 0, "an empty folder is meant")
    }

    @Test func aHomeThatIsNotThereIsNotMade() throws {
        let failure = #expect(throws: StartFailure.self) { try StateFolder.open(["HOME": folder.path + "/none"]) }
        #expect(failure?.exit == .cannotCreate)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        _ = try StateFolder.open(["HOME": folder.path])
    }

    @Test func aSavedBodyFileIsCheckedWithItsMappings() throws {
        try folder.write("__files/tags.json", "[]")
        try folder.write("s3/pets/cat.json", "{")
        let fixtures = try FixtureFolder(folder.path)
        let news = Mutex<[Problem]>([])
        let care = FolderCare(fixtures, health, AtOnce(), log.logger) { _ in news.withLock { $0 } }
        func look(at scope: FolderCare.Scope, _ message: String) {
            news.withLock { $0 = [Problem(source: "mocks/mappings/a.json", message: message)] }
            care.look(at: scope)
            news.withLock { $0 = [] }
        }
        look(at: .bodies, "something new")
        #expect(lines() == ["warning: mocks/mappings/a.json: something new."])
        try folder.write("__files/tags.json", #"["a","b",]"#)
        care.look(at: .bodies)
        #expect(lines().count == 2 && lines()[1].hasPrefix("warning: mocks/__files/tags.json:1:9: "), "\(lines())")
        // A body file and an object are saved together.
        look(at: .contents, "something else")
        #expect(lines().count == 4 && lines()[2] == "warning: mocks/mappings/a.json: something else.", "\(lines())")
        #expect(lines().last?.hasPrefix("warning: mocks/s3/pets/cat.json:1:2: ") == true)
        look(at: .objects, "no body file has changed")
        #expect(lines().count == 4)
    }

    @Test func whatALoadFindsIsNotFoundAgain() throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"bodyFileName": "a.txt"}}"#)
        let reader = FixtureReader(try FixtureFolder(folder.path)) { mapping, _ in mapping }
        #expect(reader.load().lateProblems.count == 1)
        let care = FolderCare(reader.folder, health, AtOnce(), log.logger) { reader.newBodyProblems(unless: $0) }
        care.look()
        #expect(lines() == [])
        try folder.write("__files/a.txt", "a")
        care.look()
        try FileManager.default.removeItem(atPath: folder.path + "/__files/a.txt")
        for _ in 1...2 { care.look() }
        #expect(lines().count == 1 && lines()[0].contains(" /response/bodyFileName: "), "\(lines())")
    }

    @Test func aBodyThatCannotBeServedIsToldWhenItIsMade() throws {
        try folder.write("__files/a.txt", "a")
        let fixtures = try FixtureFolder(folder.path)
        #expect(fixtures.load().problems.isEmpty)
        let care = FolderCare(fixtures, health, AtOnce(), log.logger)
        care.look()
        #expect(lines() == [])
        try folder.link("__files/gone.txt", to: "nowhere.txt")
        for count in 1...2 {
            try folder.link("__files/out.txt", to: "/etc/hostname")
            for _ in 1...2 { care.look(at: .bodies) }
            #expect(lines().filter { $0.hasPrefix("warning: mocks/__files/out.txt:1:1: a link leads out of the folder") }.count == count)
            #expect(health.report.fileProblems.map(\.source) == [folder.path + "/__files/out.txt"])
            #expect(health.report.problems.isEmpty && !health.isStale)
            try FileManager.default.removeItem(atPath: folder.path + "/__files/out.txt")
            care.look(at: .bodies)
            #expect(health.report.fileProblems == [])
        }
        #expect(lines().count == 3 && lines().contains("warning: mocks/__files/gone.txt:1:1: a link without a target, which is ignored."))
    }

    @Test func aReloadAppliesMappingsBesideABodyThatCannotBeServed() throws {
        try folder.write("__files/a.txt", "a")
        let service = try Service(.embedded(mocks: folder.path), log: log.logger)
        let reloader = Reloader()
        reloader.join(service)
        try folder.link("__files/out.txt", to: "/etc/hostname")
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}}"#)
        let reload = reloader.reload()
        #expect(reload?.problems == [] && reload?.stubs == 1)
        #expect(reload?.objectProblems.count == 1)
        #expect(reload?.objectProblems.first?.hasPrefix("\(folder.path)/__files/out.txt:1:1: ") == true)
        let failure = #expect(throws: StartFailure.self) { try Service(.embedded(mocks: folder.path), log: log.logger) }
        #expect(failure?.exit == .badFixtures)
        try FileManager.default.removeItem(atPath: folder.path + "/__files/out.txt")
        #expect(reloader.reload()?.objectProblems == [])
    }

    @Test func aReloadTellsWhatOnlyRequestsMeet() throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"bodyFileName": "gone.txt"}}"#)
        try folder.write(
            "mappings/b.json", #"{"request": {"url": "/b"}, "response": {"body": "{{#if x}}", "transformers": ["response-template"]}}"#)
        try folder.write("s3/pets/%!x%zz", "")
        let service = try Service(.embedded(mocks: folder.path), log: log.logger)
        let reloader = Reloader()
        reloader.join(service)
        let reload = reloader.reload()
        #expect(reload?.problems == [] && reload?.stubs == 2)
        let told = (reload?.objectProblems ?? []).map { $0.replacingOccurrences(of: folder.path, with: "mocks") }
        #expect(told.count == 3, "\(told)")
        #expect(told.first?.contains(#"the body file "mocks/__files/gone.txt" is not there"#) == true)
        #expect(told.last?.hasPrefix("mocks/s3/pets/%!x%zz:1:1: ") == true)
        #expect(!service.engine.environment.fixtures.isStale)
        try folder.write("__files/gone.txt", "")
        #expect(reloader.reload()?.objectProblems.count == 2)
    }

    @Test func aMappingInAWrongPlaceIsToldWhenItIsSaved() throws {
        let fixtures = try FixtureFolder(folder.path)
        #expect(fixtures.load().warnings.isEmpty)
        let care = FolderCare(fixtures, health, AtOnce(), log.logger) { _ in [Problem(source: "", message: "nobody asked for it")] }
        care.look(at: .strays)
        try folder.write("mappings/a.json", "{}")
        try folder.write("b.json", #"{"request": {"url": "/a"}}"#)
        care.look(at: .strays)
        care.look(at: .strays)
        #expect(lines() == ["warning: mocks/b.json: this is not read. Mappings are in mocks/mappings."])
    }
}
