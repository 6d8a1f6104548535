import HTTPMessage
import Testing

@testable import MockEngine

@Suite
struct ByteSearchTests {
    @Test(arguments: UInt64(0)..<200)
    func findsWhatIsThere(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let letters: [UInt8] = [0x3B, 0x7B, 0xBB, 0x61]
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in letters.randomElement(using: &generator)! } }
        let haystack = bytes(Int.random(in: 0...80, using: &generator))
        let needle = bytes(Int.random(in: 0...5, using: &generator))
        let places = haystack.count >= needle.count ? 0...(haystack.count - needle.count) : nil
        let isThere = places?.contains { Array(haystack[$0..<$0 + needle.count]) == needle } ?? false
        let isFound = ByteSearch.contains(haystack.span, needle)
        #expect(isFound == isThere)
    }

    @Test(arguments: [0, 1, 38, 39, 40, 200])
    func fewAndManyAreTheSame(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let compact = CompactBytes(bytes)
        #expect(compact.bytes == bytes)
        func isSame(as other: [UInt8]) -> Bool { compact.equals(other.span) }
        #expect(isSame(as: bytes))
        #expect(!isSame(as: bytes + [0]))
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 0x80
            #expect(!isSame(as: other))
            #expect(!isSame(as: Array(bytes[..<place])))
        }
    }
}
