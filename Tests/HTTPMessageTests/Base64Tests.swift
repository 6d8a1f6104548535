import Foundation
import HTTPMessage
import Testing

@Suite struct Base64Tests {
    @Test func agreesWithFoundationAtEveryLength() {
        var generator = SystemRandomNumberGenerator()
        for length in 0...70 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let expected = Data(bytes).base64EncodedString()
            #expect(Base64.encode(bytes) == expected)
            #expect(Base64.decode(expected) == bytes)
            #expect(Base64.decode(expected.filter { $0 != "=" }) == bytes)
        }
    }

    @Test func urlSafeFormHasItsOwnLettersAndNoPadding() {
        #expect(Base64.encode([0xFB, 0xFF], alphabet: .urlSafe) == "-_8")
        #expect(Base64.decode("-_8", alphabet: .urlSafe) == [0xFB, 0xFF])
        #expect(Base64.decode("-_8=", alphabet: .urlSafe) == [0xFB, 0xFF])
        #expect(Base64.decode("-_8") == nil)
    }

    @Test(arguments: ["A", "AAAAA", "AA=A", "A===", "AA=", "AAA==", "AAAA=", "AA A", "AA\n==", "é===", "===="])
    func refusesWhatIsNotBase64(text: String) { #expect(Base64.decode(text) == nil) }
}
