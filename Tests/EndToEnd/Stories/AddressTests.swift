import Foundation
import FoundationNetworking
import Testing

/// Story 4: text in any script, byte for byte, in bodies, file names, paths and queries.
@Suite(.timeLimit(.minutes(5))) struct AddressTests {
    static let address = "경기도 수원시 영통구 영통동 1024-3"

    let server: RunningServer
    let admin: Admin

    init() async throws {
        server = try await RunningServer()
        admin = Admin(server: server)
    }

    @Test func findsTheAddress() async throws {
        let url = try #require(URL(string: "\(server.http.absoluteString)/maps/reverse-geocode?lat=37.247935&lon=127.076536"))
        let (data, _) = try await URLSession.shared.data(from: url)
        #expect(data == Data(Self.address.utf8))
    }

    @Test(arguments: [
        "/maps/주소/영통동", "/maps/주소/영통동.json", "/maps/%EC%A3%BC%EC%86%8C/%EC%98%81%ED%86%B5%EB%8F%99",
        "/maps/주소/영통동".decomposedStringWithCanonicalMapping,
    ])
    func servesAFileUnderEverySpellingOfItsName(path: String) async throws {
        let answer = try await Curl(server.http.absoluteString + path)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
        #expect(answer.text.contains(Self.address))
    }

    @Test(arguments: ["수원시", "%EC%88%98%EC%9B%90%EC%8B%9C"])
    func matchesQueryValuesInAnyScript(text: String) async throws {
        let request: [String: any Sendable] = ["urlPath": "/maps/search", "queryParameters": ["도시": ["equalTo": "수원시"]]]
        let response: [String: any Sendable] = ["body": "{{request.query.도시}}", "transformers": ["response-template"]]
        try await admin.add(["request": request, "response": response])
        #expect(try await Curl("\(server.http.absoluteString)/maps/search?도시=\(text)").text == "수원시")
        let asked = try await admin.find(["urlPath": "/maps/search"])
        #expect(asked.map { $0["url"] as? String } == ["/maps/search?도시=\(text)"])
    }

    @Test func servesAnObjectWithAKoreanName() async throws {
        let key = try #require("찍기-22.jpg".addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for name in [key, "찍기-22.jpg"] {
            let picture = try await Curl("\(server.s3.absoluteString)/pose-images/\(name)")
            #expect(picture.body == (try Data(contentsOf: Program.sample.appending(path: "s3/pose-images/찍기-22.jpg"))))
        }
    }

    @Test func findsNothingWhenToldSo() async throws {
        try await admin.set("address", "not-found")
        let answer = try await Curl("\(server.http.absoluteString)/maps/reverse-geocode?lat=37.247935&lon=127.076536")
        #expect(answer.status == 404)
        #expect(answer.text.contains("주소를 찾을 수 없습니다."))
    }
}
