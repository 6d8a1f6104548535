import Foundation
import JSONDocument
import Testing

@Suite struct Base64Tests {
    @Test func agreesWithFoundationAtEveryLength() {
        for length in 0...70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
            let expected = Data(bytes).base64EncodedString()
            #expect(Base64.encode(bytes) == expected)
            #expect(Base64.encode(bytes, padding: false) == expected.filter { $0 != "=" })
            #expect(Base64.decode(expected.utf8) == bytes)
            #expect(Base64.decode(expected.filter { $0 != "=" }.utf8) == bytes)
        }
    }

    @Test func readsTheURLSafeLettersToo() { #expect(Base64.decode("-_8=".utf8) == [0xFB, 0xFF]) }

    @Test(arguments: ["A", "AAAAA", "AA=A", "A===", "AA=", "AAA==", "AAAA=", "é===", "===="])
    func refusesWhatIsNotBase64(text: String) { #expect(Base64.decode(text.utf8) == nil) }
}
