import Compression
import Testing

@Suite struct CRC32Tests {
    private func value(_ bytes: [UInt8]) -> UInt32 {
        var checksum = CRC32()
        checksum.update(bytes.span)
        return checksum.value
    }

    @Test func equalsThePublishedVector() { #expect(value(Array("123456789".utf8)) == 0xCBF4_3926) }

    @Test func nothingIsZero() { #expect(value([]) == 0) }

    @Test func piecesGiveTheChecksumOfTheWhole() {
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var checksum = CRC32()
        for start in stride(from: 0, to: bytes.count, by: 63) {
            checksum.update(Array(bytes[start..<min(bytes.count, start + 63)]).span)
            checksum.update([UInt8]().span)
        }
        #expect(checksum.value == value(bytes))
    }
}
