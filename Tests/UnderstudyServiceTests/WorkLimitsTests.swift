import JSONDocument
import MockEngine
import JSONPath
import JSONSchema
import Testing

@testable import Handlebars
@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct WorkLimitsTests {
    @Test func everyLimitCanBeSetAndReachesItsRoom() throws {
        let limits = Setting.all.filter { $0.path?.hasPrefix("limits.") == true }
        #expect(limits.count > 20)
        let text = limits.map { #""\#($0.path!.dropFirst("limits.".count))": 77"# }.joined(separator: ", ")
            .replacing(#""headBytes": 77"#, with: #""headBytes": 2077"#)
        let document = try JSONDocument.parse(Array("{\"limits\": {\(text)}}".utf8), name: "understudy.json")
        let report = ProblemReport(document)
        let work = try Configuration.resolve([SettingLayer(file: document, report)]).work
        #expect(report.problems.isEmpty)
        #expect("\(work.fixtures)" == "FixtureLimits(jsonDepth: 77, yamlExpansion: 77, fileBytes: 77)")
        let matching = work.matching
        #expect("\(matching.patterns)" == "MatchLimits(steps: 77, depth: 77, memoryKiB: 77)")
        #expect(matching.jsonPath.steps == 77 && matching.jsonPath.depth == 77)
        #expect(matching.jsonSchema.steps == 77 && matching.jsonSchema.depth == 77)
        #expect("\(matching.xml)" == "XMLLimits(bytes: 77, xpathSteps: 77)")
        #expect(matching.jsonDepth == 77 && matching.decodedBodyBytes == 77 && matching.multipartParts == 77)
        let templates = work.templates
        #expect(templates.steps == 77 && templates.nesting == 77 && templates.outputBytes == 77)
        #expect(templates.jsonPath.steps == 77 && "\(templates.xml)" == "\(matching.xml)" && templates.jsonDepth == 77)
    }

    @Test func whatIsNotSetIsAsTheRoomsHaveIt() {
        let work = WorkLimits()
        #expect(
            "\(work.matching.patterns)" == "\(MatchingLimits.standard.patterns)"
                && "\(work.matching.xml)" == "\(MatchingLimits.standard.xml)")
        #expect(work.matching.decodedBodyBytes == MatchingLimits.standard.decodedBodyBytes)
        #expect(work.matching.jsonSchema.steps == MatchingLimits.standard.jsonSchema.steps)
        #expect(work.templates.steps == TemplateLimits().steps && "\(work.templates.patterns)" == "\(TemplateLimits().patterns)")
    }
}
