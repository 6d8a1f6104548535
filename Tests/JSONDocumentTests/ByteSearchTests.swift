import HTTPMessage
import JSONDocument
import Testing

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
}
