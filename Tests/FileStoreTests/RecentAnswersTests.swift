import FileStore
import HTTPMessage
import Testing

@Suite struct RecentAnswersTests {
    private let response = Response.text(200, "x")

    private func target(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test func anAnswerIsGivenAgainWhileItIsTrusted() {
        let recent = RecentAnswers(trust: .seconds(3_600))
        #expect(recent.find(target("/a")) == nil)
        recent.keep(response, for: target("/a"))
        #expect(recent.find(target("/a")) === response)
        #expect(recent.find(target("/b")) == nil)
        let other = Response.text(200, "y")
        recent.keep(other, for: target("/a"))
        #expect(recent.find(target("/a")) === other)
    }

    @Test func withoutTrustNothingIsKept() {
        let recent = RecentAnswers(trust: .zero)
        recent.keep(response, for: target("/a"))
        #expect(recent.find(target("/a")) == nil)
    }

    @Test func trustEnds() {
        let recent = RecentAnswers(trust: .nanoseconds(1))
        recent.keep(response, for: target("/a"))
        #expect(recent.find(target("/a")) == nil)
    }

    @Test func theNumberOfAnswersIsBounded() {
        let recent = RecentAnswers(trust: .seconds(3_600))
        for index in 0..<10_000 { recent.keep(response, for: target("/\(index)")) }
        #expect((0..<10_000).count { recent.find(target("/\($0)")) != nil } <= 4_096)
        #expect(recent.find(target("/9999")) === response)
    }
}
