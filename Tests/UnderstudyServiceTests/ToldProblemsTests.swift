import FixtureStore
import JSONDocument
import Logging
import TestSupport
import Testing

@testable import UnderstudyService

/// Many warnings of one kind.
@Suite(.timeLimit(.minutes(5))) struct ToldProblemsTests {
    private func problem(_ line: Int, _ kind: String?, message: String = "wrong") -> Problem {
        Problem(source: "a.json", position: TextPosition(line: line, column: 2), message: message, repair: "Mend it.", kind: kind)
    }

    @Test func moreThanThreeOfAKindAreOneWithTheFirstPlaces() {
        let other = problem(9, "y")
        let told = ((1...5).map { problem($0, "x") } + [other]).told
        #expect(
            told.map(\.description) == [
                "a.json:1:2: wrong; the same at 4 other places: a.json:2:2, a.json:3:2 and 2 more (--log-level debug lists all). Mend it.",
                "a.json:9:2: wrong. Mend it.",
            ])
    }

    @Test func moreThanThreeWithTheSameWordsAreOne() {
        let told = (1...200).map { problem($0, nil) }.told
        #expect(
            told.map(\.description) == [
                "a.json:1:2: wrong; the same at 199 other places: a.json:2:2, a.json:3:2 and 197 more (--log-level debug lists all). Mend it."
            ])
    }

    @Test func threeOfAKindAndThoseWithOtherWordsAreToldEach() {
        let few = (1...3).map { problem($0, "x") }
        let same = (1...3).map { problem($0, nil) }
        let single = (1...9).map { problem($0, nil, message: "wrong in \($0)") }
        #expect((few + same + single).told == few + same + single)
    }

    @Test func theLogHasOneLineForManyStubsAndAtDebugEach() throws {
        let folder = try TemporaryFolder()
        for number in 1...6 {
            try folder.write(
                "mappings/\(number).json",
                #"{"request": {"url": "/\#(number)"}, "response": {"body": "{{request.path}}", "transformers": ["other"]}}"#)
        }
        func lines(_ level: Logger.Level) throws -> [String] {
            let log = RecordedLog()
            var logger = log.logger
            logger.logLevel = level
            _ = try Service(.embedded(mocks: folder.path), log: logger)
            return log.lines.filter { $0.hasPrefix("warning: ") && $0.contains("/mappings/") }
        }
        #expect(try lines(.info).map { $0.contains("; the same at 5 other places: ") } == [true, true], "the transformer and the template")
        #expect(try lines(.debug).count == 12)
    }

    /// Each names the file that silences it; the line for all of them names none.
    @Test func filesWithTheSameMistakeAreOneLine() throws {
        let folder = try TemporaryFolder()
        let contents = [
            "json": "{not json}", "geojson": #"{"a": 1,}"#, "txt": "{{request.path}}", "png": "<!doctype html>",
        ]
        for number in 1...5 {
            for (name, content) in contents { try folder.write("__files/\(number).\(name)", content) }
        }
        let fixtures = try FixtureFolder(folder.path)
        _ = fixtures.load()
        let warnings = fixtures.contentProblems().warnings
        #expect(warnings.count == 20)
        for warning in warnings {
            let name = warning.source.split(separator: "/").last ?? ""
            #expect(warning.repair?.hasSuffix(#" If it is meant: {"deliberate": true} in \#(name).meta.json."#) == true)
        }
        let told = warnings.told
        #expect(told.count == 4)
        for problem in told {
            #expect(problem.message.contains("; the same at 4 other places: "))
            #expect(problem.repair?.hasSuffix(#" If it is meant: {"deliberate": true} in each <file>.meta.json."#) == true)
        }
    }

    @Test func manyStubsThatHideAnotherAreOneLine() throws {
        let folder = try TemporaryFolder()
        let stubs = (1...5).flatMap { number in [1, 2].map { _ in #"{"request": {"url": "/\#(number)"}}"# } }
        try folder.write("mappings/a.json", #"{"mappings": [\#(stubs.joined(separator: ", "))]}"#)
        let log = RecordedLog()
        var logger = log.logger
        logger.logLevel = .info
        _ = try Service(.embedded(mocks: folder.path), log: logger)
        let lines = log.lines.filter { $0.contains("always first") }
        #expect(lines.count == 1 && lines[0].contains("; the same at 4 other places: "), "\(lines)")
    }
}
