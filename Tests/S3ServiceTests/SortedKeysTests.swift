import TestSupport
import Testing

@testable import S3Service

@Suite struct SortedKeysTests {
    /// The same operations on a dictionary.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func itIsADictionaryInOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var sorted = SortedKeys<Int>()
        var plain: [ObjectKey: Int] = [:]
        for step in 0..<6_000 {
            let key = ObjectKey("k\(Int.random(in: 0..<2_500, using: &random))")
            if Int.random(in: 0..<3, using: &random) == 0 {
                sorted[key] = nil
                plain[key] = nil
            } else {
                sorted[key] = step
                plain[key] = step
            }
        }
        #expect(sorted.count == plain.count)
        #expect(sorted.entries.map(\.key) == plain.keys.sorted())
        #expect(sorted.entries.allSatisfy { plain[$0.key] == $0.value })
        for _ in 0..<500 {
            let key = ObjectKey("k\(Int.random(in: 0..<3_000, using: &random))")
            #expect(sorted[key] == plain[key])
            #expect(sorted.key(at: sorted.place(atOrAfter: key)) == plain.keys.filter { $0 >= key }.min())
        }
    }

    @Test(arguments: [0, 1, 255, 256, 257, 1_000]) func sortedKeysAreTakenAtOnce(count: Int) {
        let all = (0..<count).map { ObjectKey("\(10_000 + $0)") }
        var sorted = SortedKeys(sorted: all.flatMap { [$0, $0] })
        #expect(sorted.count == count)
        #expect(sorted.entries.map(\.key) == all)
        for key in all {
            sorted[key] = nil
            sorted[ObjectKey(key.bytes + [UInt8(ascii: "x")])] = ()
        }
        #expect(sorted.entries.map(\.key) == all.map { ObjectKey($0.bytes + [UInt8(ascii: "x")]) })
    }

    @Test func placesGoOverAllEntries() {
        var sorted = SortedKeys<Int>()
        for number in 0..<1_000 { sorted[ObjectKey("\(number)")] = number }
        var found: [ObjectKey] = []
        var place = sorted.place(atOrAfter: ObjectKey(""))
        while let key = sorted.key(at: place) {
            found.append(key)
            #expect(sorted.value(at: place).map { ObjectKey("\($0)") } == key)
            place = sorted.place(after: place)
        }
        #expect(found == sorted.entries.map(\.key))
        #expect(sorted.key(at: sorted.end) == nil && sorted.value(at: sorted.end) == nil)
    }

    /// A search from a place finds what a search from the beginning does.
    @Test(arguments: [1, 10, 300, 5_000]) func searchesBeginAtAPlace(count: Int) {
        let all = (0..<count).map { ObjectKey("\(100_000 + 2 * $0)") }
        let sorted = SortedKeys(sorted: all)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let from = Int.random(in: 0..<count, using: &random)
            let start = sorted.place(atOrAfter: all[from])
            for distance in [0, 1, 2, 3, 17, 255, 256, 257, 1_000, 2_000, count * 2] {
                let key = ObjectKey("\(100_000 + 2 * from + distance)")
                #expect(sorted.place(atOrAfter: key, from: start) == sorted.place(atOrAfter: key))
            }
        }
    }

    @Test func keysOfEachLengthAreApart() {
        let keys = ["", "a", "a\0", "aa", "ab", String(repeating: "b", count: 1_024), "c"].map { ObjectKey($0) }
        var sorted = SortedKeys(sorted: keys)
        #expect(sorted.entries.map(\.key) == keys)
        for key in keys { #expect(sorted.key(at: sorted.place(atOrAfter: key)) == key) }
        sorted[ObjectKey("a\0")] = nil
        #expect(sorted.key(at: sorted.place(atOrAfter: ObjectKey("a\0"))) == ObjectKey("aa"))
        sorted[ObjectKey("a")] = nil
        #expect(sorted[ObjectKey("a")] == nil && sorted[ObjectKey("")] != nil && sorted.count == 5)
    }

    @Test func aCopyKeepsItsEntries() {
        var sorted = SortedKeys<Int>()
        for number in 0..<600 { sorted[ObjectKey("\(number)")] = number }
        let copy = sorted
        for number in 0..<600 { sorted[ObjectKey("\(number)")] = nil }
        #expect(sorted.isEmpty)
        #expect(copy.count == 600 && copy[ObjectKey("599")] == 599)
    }

    @Test func keysAreComparedByTheirBytes() {
        #expect(ObjectKey("e\u{301}") != ObjectKey("\u{E9}"))
        #expect(ObjectKey("a/").afterPrefix == ObjectKey("a0"))
        #expect(ObjectKey([0x61, 0xFF]).afterPrefix == ObjectKey("b"))
        #expect(ObjectKey([0xFF]).afterPrefix == nil)
        #expect(ObjectKey("a").next == ObjectKey("a\0"))
    }
}
