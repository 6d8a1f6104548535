import HTTPMessage
import Testing

@Suite struct TextCharsetTests {
    @Test(
        arguments: [
            (nil, .utf8), ("text/plain", .utf8), ("text/plain; charset=UTF-8", .utf8), ("text/plain;charset=\"utf-8\"", .utf8),
            ("text/xml; q=1; charset=ISO-8859-1", .latin1), ("text/xml; Charset=cp1252", .windows1252),
            ("text/xml; charset=utf-16", .utf16),
            ("text/plain; charset=shift_jis", nil),
        ] as [(String?, TextCharset?)])
    func contentTypeNamesIt(_ type: String?, _ charset: TextCharset?) {
        #expect(TextCharset(contentType: type) == charset)
    }

    @Test(
        arguments: [
            (.utf8, [0xC3, 0xA9]), (.latin1, [0xE9]), (.latin9, [0xE9]), (.windows1252, [0xE9]), (.utf16, [0xFE, 0xFF, 0, 0xE9]),
            (.utf16BigEndian, [0, 0xE9]), (.utf16LittleEndian, [0xE9, 0]),
        ] as [(TextCharset, [UInt8])])
    func bytesBothWays(_ charset: TextCharset, _ bytes: [UInt8]) {
        #expect(charset.decode(bytes) == "é")
        #expect(charset.encode("é") == bytes)
    }

    @Test func theirOwnCharacters() {
        #expect(TextCharset.windows1252.decode([0x80, 0x9F, 0xFF]) == "€Ÿÿ")
        #expect(TextCharset.latin9.encode("€¤") == [0xA4, UInt8(ascii: "?")])
        #expect(TextCharset.ascii.encode("aé") == Array("a?".utf8))
    }

    @Test func marksAndHalves() {
        #expect(TextCharset.utf16.decode([0xFF, 0xFE, 0x61, 0]) == "a")
        #expect(TextCharset.utf16.decode([0, 0x61, 0]) == "a\u{FFFD}")
        #expect(TextCharset.utf8.decode([0x61, 0xFF]) == "a\u{FFFD}")
    }
}
