import HTTPMessage
import Testing

@Suite struct FieldTextTests {
    /// RFC 9110, section 5.5.
    @Test func controlCharactersBecomeBlanks() {
        for value in UInt8(0)..<0x80 {
            let isControl = value < 0x20 && value != 9 || value == 0x7F
            let text = "a\(Unicode.Scalar(value))b"
            #expect(FieldText.oneLine(text) == (isControl ? "a b" : text), "\(value)")
        }
        #expect(["\r", "a\nb", "\r\n", "a\u{0}"].allSatisfy(FieldText.breaksLine) && !FieldText.breaksLine("a\t\u{1}\u{7F}"))
        #expect(FieldText.oneLine("\r\nX: \u{E9}\u{85}\u{1F600}") == "  X: \u{E9}\u{85}\u{1F600}")
    }
}
