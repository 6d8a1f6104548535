import HTTPMessage
import Testing

@Suite struct CookieTests {
    private func cookies(_ text: String) -> [Cookie] { Cookie.parse(Array(text.utf8)[...]) }

    @Test func pairsAreSplitAndQuotesTakenOff() {
        #expect(cookies("a=1; b=\"2\";c=x=y") == [Cookie("a", "1"), Cookie("b", "2"), Cookie("c", "x=y")])
    }

    @Test func oddPiecesDoNoHarm() {
        #expect(cookies("; =v; a; b=;\"=\"") == [Cookie("b", ""), Cookie("\"", "\"")])
    }

    @Test func attributesOfRFC2965AreNoCookies() {
        #expect(cookies("$Version=1; a=b; $Path=\"/\"") == [Cookie("a", "b")])
    }

    @Test func allFieldsCount() {
        let request = Request(target: "/", headers: [("Cookie", "a=1"), ("cookie", "a=2")])
        #expect(request.cookies == [Cookie("a", "1"), Cookie("a", "2")])
    }
}
