import HTTPMessage
import Testing

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=0-99", 0..<10), ("bytes=9-", 9..<10), ("bytes=3-3", 3..<4),
        ("bytes=-1", 9..<10), ("bytes=-10", 0..<10), ("bytes=-11", 0..<10), ("BYTES=2-4", 2..<5),
        ("bytes=2-4 ", 2..<5), ("bytes=,2-4,", 2..<5), ("bytes=, 2-4", 2..<5),
        ("bytes=0-99999999999999999999999", 0..<10), ("bytes=-99999999999999999999999", 0..<10),
        ("bytes=007-008", 7..<9),
    ])
    func isResolvedAgainstTenBytes(field: String, expected: Range<Int>) {
        #expect(ByteRange.parse(field)?.resolve(length: 10) == expected)
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999999-"])
    func beyondTheEndCannotBeSatisfied(field: String) throws {
        #expect(try #require(ByteRange.parse(field)).resolve(length: 10) == nil)
    }

    @Test(arguments: ["bytes=0-", "bytes=-5", "bytes=0-0"])
    func nothingHasNoRange(field: String) throws { #expect(try #require(ByteRange.parse(field)).resolve(length: 0) == nil) }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=,", "bytes=5-4", "bytes=a-b", "bytes=1-x", "bytes=0-1,3-4", "items=0-1", "bytes=--1",
        "bytes=1--2", "bytes=+1-2", "bytes=1-+2", "bytes 0-1", "0-1", "bytes=1.0-2", "bytes =0-1", "bytes=0 - 1", "bytes=１-2",
        "bytes=0-1-2", "bytes= 2-4", "bytes= -1",
    ])
    func isIgnored(field: String) { #expect(ByteRange.parse(field) == nil) }

    @Test func everyRangeOfEverySmallLengthIsRight() {
        for length in 0...6 {
            for first in 0...7 {
                for last in first...8 {
                    let expected = (0..<length).filter { $0 >= first && $0 <= last }
                    let resolved = ByteRange.parse("bytes=\(first)-\(last)")?.resolve(length: length)
                    #expect(resolved.map(Array.init) ?? [] == expected)
                }
                #expect(
                    ByteRange.parse("bytes=-\(first)")?.resolve(length: length).map(Array.init) ?? [] == Array((0..<length).suffix(first)))
            }
        }
    }

    @Test func contentRangeCountsFromZeroToTheLast() { #expect((0..<10).contentRange(of: 20) == "bytes 0-9/20") }
}
