import Testing
import UnderstudyClient

@Suite struct CallSiteTests {
    @Test func isThePlaceOfTheCall() {
        let first = CallSite(), line = #line
        let second = CallSite()
        #expect(first.line == line)
        #expect(second.line == line + 1)
        #expect(first.filePath == #filePath)
        #expect(first.description == "UnderstudyClientTests/CallSiteTests.swift:\(line)")
    }
}
