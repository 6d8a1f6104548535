import Foundation
import Testing
import UnderstudyClient

@Suite struct JSONValueTests {
    @Test func keepsWholeNumbers() throws {
        let text = "[9223372036854775807,18446744073709551615,-1,0.1,true,null,\"a\",{}]"
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(value == [.integer(.max), .unsigned(.max), -1, 0.1, true, nil, "a", [:]])
        #expect(value.description == text)
    }

    @Test func readsBackATypeOfYours() throws {
        struct Pose: Codable, Equatable {
            var id: Int
            var date: Date
        }
        let pose = Pose(id: 7, date: Date(timeIntervalSince1970: 1_700_000_000))
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let value = try JSONValue(encoding: pose, encoder: encoder)
        #expect(value == ["id": 7, "date": "2023-11-14T22:13:20Z"])
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(try value.decode(Pose.self, decoder: decoder) == pose)
    }

    @Test func leadsToItsParts() {
        let value: JSONValue = ["list": [1, 2.5], "text": "a"]
        #expect(value["list"]?[0]?.intValue == 1)
        #expect(value["list"]?[1]?.doubleValue == 2.5)
        #expect(value["list"]?[2] == nil)
        #expect(value["text"]?.stringValue == "a")
        #expect(value["none"] == nil)
    }
}
