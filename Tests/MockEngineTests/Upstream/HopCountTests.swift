import HTTPMessage
import Testing

@testable import MockEngine

struct HopCountTests {
    private func hops(after headers: HeaderFields) -> [String]? {
        var request = UpstreamRequest(method: "GET", origin: "http://a.test", target: "/", headers: headers)
        let original = Request(target: "/", headers: headers)
        guard HopCount.carry(in: &request, after: original) else { return nil }
        return request.headers.filter { ASCII.equalsIgnoringCase($0.name, HopCount.fieldName) }.map(\.value)
    }

    @Test func eachServerCountsOneMore() {
        #expect(hops(after: []) == ["1"])
        #expect(hops(after: [("X-Understudy-Hops", "1")]) == ["2"])
        #expect(hops(after: [("x-understudy-hops", "15")]) == ["16"])
        #expect(hops(after: [("X-Understudy-Hops", "many")]) == ["1"])
        #expect(hops(after: [("X-Understudy-Hops", "-3")]) == ["1"])
    }

    @Test func theRefusalNamesWhatNamesTheTarget() {
        let refusal = HopCount.refusal(url: "http://a.test", lastResort: "--from")
        #expect(refusal.hasSuffix("Probably --from names this server itself. Change it."))
        #expect(HopCount.reasonNotToRecord(Response(status: 500)) == nil)
        #expect(HopCount.reasonNotToRecord(Response(status: 200, headers: [(HopCount.fieldName, "16")])) == nil)
        #expect(HopCount.reasonNotToRecord(Response(status: 500, headers: [(HopCount.fieldName, "16")])) != nil)
    }

    @Test func aRequestWithTheMaximumGoesNoFurther() {
        #expect(hops(after: [("X-Understudy-Hops", "16")]) == nil)
        #expect(hops(after: [("X-Understudy-Hops", "\(Int.max)")]) == nil)
    }
}
