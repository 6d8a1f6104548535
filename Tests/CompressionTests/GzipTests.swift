import Compression
import Testing

@Suite struct GzipTests {
    private let text = Array(String(repeating: "{\"pose\": 1}", count: 20_000).utf8)

    private func compressed(_ bytes: [UInt8]) throws -> [UInt8] { try #require(Gzip.compress(bytes)) }

    @Test func whatZlibRefusesIsNil() {
        #expect(Gzip.compress(text, level: 10) == nil)
        #expect(Zlib.compress(text, level: 10) == nil)
    }

    @Test func whatWasCompressedComesBack() throws {
        let packed = try compressed(text)
        #expect(packed.count < text.count / 50)
        #expect(try Gzip.decompress(packed, limit: text.count) == text)
        #expect(try Gzip.decompress(compressed([]), limit: 0) == [])
    }

    /// The window follows the length: around each step.
    @Test(arguments: [1, 100, 249, 250, 251, 761, 762, 763, 7_930, 7_931, 32_505, 32_506, 32_507, 70_000])
    func bodiesOfEveryLengthComeBack(length: Int) throws {
        var state: UInt64 = 1
        let noise = (0..<length).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
        for bytes in [noise, Array(text.prefix(length)), Array((noise + noise).suffix(length))] {
            #expect(try Gzip.decompress(compressed(bytes), limit: length) == bytes)
        }
    }

    @Test func membersAreJoined() throws {
        #expect(try Gzip.decompress(compressed([1, 2]) + compressed([3]), limit: 3) == [1, 2, 3])
    }

    @Test func theLimitStopsABomb() {
        #expect(throws: Gzip.Failure.tooLarge(limit: 1000)) { try Gzip.decompress(compressed(text), limit: 1000) }
    }

    @Test func damageIsTold() throws {
        var packed = try compressed(text)
        #expect(throws: Gzip.Failure.truncated) { try Gzip.decompress(Array(packed.dropLast(9)), limit: text.count) }
        packed[packed.count / 2] ^= 0xFF
        #expect(throws: Gzip.Failure.self) { try Gzip.decompress(packed, limit: text.count) }
        #expect(throws: Gzip.Failure.self) { try Gzip.decompress(Array("no gzip at all, really".utf8), limit: 100) }
    }

    @Test func theBeginningOfAStreamIsGivenUpToTheLimit() throws {
        let packed = try compressed(text)
        let beginning = try Gzip.decompressBeginning(of: packed, limit: 1_000)
        #expect(beginning.bytes == Array(text.prefix(1_000)))
        #expect(!beginning.isWhole)
        let whole = try Gzip.decompressBeginning(of: packed, limit: text.count)
        #expect(whole.bytes == text)
        #expect(whole.isWhole)
        let cut = try Gzip.decompressBeginning(of: Array(packed.dropLast(9)), limit: text.count)
        #expect(!cut.isWhole)
        #expect(throws: Gzip.Failure.self) { try Gzip.decompressBeginning(of: Array("no gzip at all, really".utf8), limit: 100) }
    }
}
