import Testing
import UnderstudyClient
import UnderstudyTesting

@Suite struct CallSiteTests {
    @Test func isASourceLocation() {
        let callSite = CallSite()
        let location = callSite.sourceLocation
        #expect(location.fileID == "UnderstudyTestingTests/CallSiteTests.swift")
        #expect(location.line == callSite.line)
        #expect(location.column == callSite.column)
    }
}
