import JSONDocument
import Testing

@Suite struct JSONSourceTests {
    @Test func positionsAgreeWithCountingAtEveryOffset() {
        let text = String(repeating: "{\"\u{e9}\":\t\"\u{1F600}\"},\r\n", count: 20) + String(repeating: "x", count: 3000)
        let bytes = Array(text.utf8)
        let source = JSONSource(name: "text", bytes: bytes)
        var line = 1
        var column = 1
        for (offset, byte) in bytes.enumerated() {
            if byte & 0xC0 != 0x80 { #expect(source.position(of: offset) == TextPosition(line: line, column: column)) }
            if byte == 0x0A { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
        }
        #expect(source.position(of: bytes.count) == TextPosition(line: line, column: column))
        #expect(source.position(of: bytes.count + 9) == source.position(of: bytes.count))
        #expect(JSONSource(name: "", bytes: []).position(of: 0) == TextPosition(line: 1, column: 1))
    }
}
