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

    @Test func aRequestWithTheMaximumGoesNoFurther() {
        #expect(hops(after: [("X-Understudy-Hops", "16")]) == nil)
        #expect(hops(after: [("X-Understudy-Hops", "\(Int.max)")]) == nil)
    }
}
