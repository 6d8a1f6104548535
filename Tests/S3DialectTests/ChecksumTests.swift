import Testing

@testable import S3Dialect

@Suite struct ChecksumTests {
    private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) }

    /// The check values of the codes' catalogue, and of FIPS 180.
    @Test(arguments: [
        (ChecksumAlgorithm.crc32, "123456789", "y/Q5Jg=="), (.crc32c, "123456789", "4waSgw=="), (.crc64nvme, "123456789", "rosUhgp5mIg="),
        (.crc32, "", "AAAAAA=="), (.crc32c, "", "AAAAAA=="), (.crc64nvme, "", "AAAAAAAAAAA="),
        (.md5, "abc", "kAFQmDzST7DWlj99KOF/cg=="), (.sha1, "abc", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
        (.sha256, "abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        (.sha512, "abc", "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="),
    ])
    func equalsThePublishedVectors(algorithm: ChecksumAlgorithm, text: String, value: String) {
        let checksum = Checksum.of(Array(text.utf8), algorithm)
        #expect(checksum.text == value)
        #expect(checksum.bytes.count == algorithm.byteCount)
        #expect(checksum.type == .fullObject)
        #expect(Checksum(algorithm, text: value) == checksum)
    }

    @Test(arguments: ChecksumAlgorithm.allCases) func piecesGiveTheChecksumOfTheWhole(algorithm: ChecksumAlgorithm) {
        for size in [1, 7, 8, 9, 4_096, 20_000] {
            var checksum = IncrementalChecksum(algorithm)
            for start in stride(from: 0, to: bytes.count, by: size) {
                checksum.update(Array(bytes[start..<min(bytes.count, start + size)]).span)
            }
            #expect(checksum.finish() == Checksum.of(bytes, algorithm), "pieces of \(size)")
            checksum.update(Array("abc".utf8).span)
            #expect(checksum.finish() == Checksum.of(Array("abc".utf8), algorithm), "it starts anew")
        }
    }

    @Test(arguments: ChecksumAlgorithm.allCases.filter(\.canBeCombined)) func partsGiveTheChecksumOfTheWhole(algorithm: ChecksumAlgorithm) {
        for sizes in [[10_000], [1, 9_999], [5_000, 0, 5_000], [3_333, 3_333, 3_333, 1], [0, 10_000]] {
            var start = 0
            let parts = sizes.map { size in
                defer { start += size }
                return (checksum: Checksum.of(Array(bytes[start..<start + size]), algorithm), count: size)
            }
            #expect(Checksum.combined(parts, .fullObject) == Checksum.of(bytes, algorithm), "parts of \(sizes)")
        }
    }

    @Test func compositeOneIsThatOfTheParts() throws {
        let parts = [Checksum.of(Array("a".utf8), .sha256), Checksum.of(Array("b".utf8), .sha256)]
        let whole = try #require(Checksum.combined(parts.map { ($0, 1) }, .composite))
        #expect(whole.text == Checksum.of(parts.flatMap(\.bytes), .sha256).text + "-2")
        #expect(whole.type == .composite)
        #expect(Checksum(.sha256, text: whole.text) == whole)
    }

    @Test func notEveryAlgorithmHasEveryType() {
        let crc = [(checksum: Checksum.of([1], .crc64nvme), count: 1)]
        let sha = [(checksum: Checksum.of([1], .sha1), count: 1)]
        #expect(Checksum.combined(crc, .composite) == nil)
        #expect(Checksum.combined(sha, .fullObject) == nil)
        #expect(Checksum.combined(crc + sha, .fullObject) == nil)
        #expect(Checksum.combined([], .composite) == nil)
    }

    @Test(arguments: [
        "", "AAAA", "AAAAAA=", "AAAAAA==-0", "AAAAAA==-x", "AAAAAA==-10001", "AAAAAA==-01", "AAAAAB==", "AAAAAAAA", "A AAAA==",
    ])
    func malformedValuesAreNone(text: String) { #expect(Checksum(.crc32, text: text) == nil) }

    @Test func fieldsNameTheirAlgorithms() {
        #expect(ChecksumAlgorithm.crc32c.element == "ChecksumCRC32C")
    }
}
