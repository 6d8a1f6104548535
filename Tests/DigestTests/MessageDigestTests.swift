import Digest
import Testing

@Suite struct MessageDigestTests {
    @Test(arguments: [
        (DigestAlgorithm.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func equalsThePublishedVectors(algorithm: DigestAlgorithm, text: String, hex: String) {
        #expect(MessageDigest.of(text, algorithm).hex == hex)
        #expect(MessageDigest.of(text, algorithm).bytes.count == algorithm.byteCount)
    }

    @Test(arguments: DigestAlgorithm.allCases)
    func piecesGiveTheDigestOfTheWhole(algorithm: DigestAlgorithm) {
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for size in [1, 63, 64, 65, 4_096, 20_000] {
            var digest = IncrementalDigest(algorithm)
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + size)
                digest.update(Array(bytes[start..<end]))
                start = end
            }
            #expect(digest.finish() == MessageDigest.of(bytes, algorithm), "pieces of \(size)")
        }
    }

    @Test func startsAnewAfterTheEnd() {
        var digest = IncrementalDigest(.md5)
        digest.update(Array("x".utf8))
        _ = digest.finish()
        digest.update(Array("abc".utf8))
        #expect(digest.finish().hex == "900150983cd24fb0d6963f7d28e17f72")
        #expect(digest.finish().hex == "d41d8cd98f00b204e9800998ecf8427e")
    }
}
