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

    @Test(arguments: [
        ("Accept", true), ("ACCEPT-encoding", true), ("X-Accept", false), ("Range", true), ("Origin", false), ("", false),
    ])
    func severalFieldsAreOneList(element: String, isThere: Bool) {
        let fields: HeaderFields = [("Vary", "X-Accept-Encoding, accept"), ("X", "Origin"), ("vary", " ,\tAccept-Encoding ,Range")]
        #expect(fields.list("Vary", contains: element) == isThere)
    }

    @Test func withoutTheFieldThereIsNoLength() { #expect(HeaderFields().contentLength == nil) }
}
