import HTTPMessage
import Testing

@Suite struct HeaderFieldsTests {
    @Test(arguments: [
        ("0", 0), ("12", 12), ("9223372036854775807", Int.max), ("-5", nil), ("+5", nil), ("", nil), ("1 2", nil), ("0x10", nil),
        ("٣", nil),
        ("9223372036854775808", nil),
    ])
    func aLengthIsDigitsOnly(text: String, length: Int?) {
        let fields: HeaderFields = [("content-length", text)]
        #expect(fields.contentLength == length)
    }

    @Test func withoutTheFieldThereIsNoLength() { #expect(HeaderFields().contentLength == nil) }
}
