import HTTPMessage
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct ExchangeDumpTests {
    @Test func headsAndBodiesAreShownWithoutSecrets() {
        let request = Request(
            method: "POST", target: "/a?x=1&X-Amz-Signature=abc&y",
            headers: [("Host", "h"), ("Authorization", "Bearer secret"), ("Cookie", "a=b"), ("X-Amz-Security-Token", "t")],
            body: Array("one\ntwo".utf8))
        let headers: HeaderFields = [("Set-Cookie", "c=d"), ("X-A", "é")]
        var plan = WirePlan(Response(status: 201, reason: "Made", headers: headers, body: .bytes([0, 1, 255])))
        plan.ownFields = [("X-Own", "1")]
        #expect(
            ExchangeDump.lines(request, plan, body: plan.response.body) == [
                "> POST /a?x=1&X-Amz-Signature=[redacted]&y HTTP/1.1", "> Host: h", "> Authorization: [redacted]", "> Cookie: [redacted]",
                "> X-Amz-Security-Token: [redacted]",
                #"> one\ntwo"#, "< 201 Made", "< X-Own: 1", "< Set-Cookie: [redacted]", "< X-A: é", "< (3 bytes)",
            ])
    }

    @Test func urlsInFieldsHaveNoSecrets() {
        let request = Request(target: "/a", headers: [("Referer", "http://h/b?x=1&token=SECRET&y=2")])
        let headers: HeaderFields = [("X-Understudy-Hint", #"the request was for "/a?access_token=SECRET". Use "urlPath"."#)]
        let lines = ExchangeDump.lines(request, WirePlan(Response(status: 404, headers: headers)), body: nil)
        #expect(
            lines == [
                "> GET /a HTTP/1.1", "> Referer: http://h/b?x=1&token=[redacted]&y=2", "< 404",
                #"< X-Understudy-Hint: the request was for "/a?access_token=[redacted]". Use "urlPath"."#,
            ])
    }

    /// As a provider of OAuth calls a single-page app back.
    @Test func fragmentsInFieldsHaveNoSecrets() {
        let headers: HeaderFields = [("Location", "https://app/cb#access_token=SECRET&token_type=bearer&id_token=SECRET")]
        let lines = ExchangeDump.lines(Request(target: "/a"), WirePlan(Response(status: 302, headers: headers)), body: nil)
        let location = "< Location: https://app/cb#access_token=[redacted]&token_type=bearer&id_token=[redacted]"
        #expect(lines == ["> GET /a HTTP/1.1", "< 302", location])
    }

    @Test func formsHaveNoSecrets() {
        let request = Request(method: "POST", target: "/token", body: Array("client_secret=A&grant_type=b&refresh_token=C".utf8))
        let form = "> client_secret=[redacted]&grant_type=b&refresh_token=[redacted]"
        #expect(ExchangeDump.lines(request, nil, body: nil) == ["> POST /token HTTP/1.1", form, "< no response"])
    }

    @Test func whatTheAdminAPITellsIsCounted() {
        let plan = WirePlan(Response(status: 200, body: .bytes(Array(#"{"headers": {"Cookie": "a=b"}}"#.utf8))))
        let request = Request(method: "GET", target: "/__admin/requests")
        let lines = ExchangeDump.lines(request, plan, body: plan.response.body, repeatsRequests: true)
        #expect(lines == ["> GET /__admin/requests HTTP/1.1", "< 200", "< (30 bytes)"])
    }

    @Test(arguments: [1, 2, 3]) func longBodiesAreCutBetweenCharacters(lead: Int) {
        let whole = String(repeating: "x", count: 1_997) + "한"
        #expect(ExchangeDump.lines(Request(target: "/", body: Array(whole.utf8)), nil, body: nil)[1] == "> \(whole)")
        let body = Array((String(repeating: "x", count: lead) + String(repeating: "한", count: 2_000)).utf8)
        let lines = ExchangeDump.lines(Request(target: "/", body: body), WirePlan(Response(status: 200)), body: nil)
        #expect(lines[1].hasSuffix("한… (\(body.count) bytes)"))
        #expect(lines[1].utf8.count < 2_100)
    }
}
