/// A compiled time zone file (RFC 8536, versions 1 to 4): the changes of offset, and the rule after the last change.
struct TimeZoneFile: Sendable {
    struct LocalType: Sendable {
        /// Seconds east of Greenwich.
        var offset: Int
        var abbreviation: String
    }

    private var transitions: [(moment: Int, type: Int)] = []
    private var types: [LocalType] = []
    private var rule: PosixTimeZone?

    /// Nil if the bytes are not such a file.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 44, bytes.starts(with: Array("TZif".utf8)) else { return nil }
        var start = 0
        var width = 4
        if bytes[4] >= UInt8(ascii: "2") {
            // The first block is only for readers of 32-bit times.
            let counts = Self.counts(bytes, 0)
            start = 44 + Self.size(counts, width: 4)
            width = 8
            guard bytes.count >= start + 44, bytes[start...].starts(with: Array("TZif".utf8)) else { return nil }
        }
        let counts = Self.counts(bytes, start)
        let body = start + 44
        let end = body + Self.size(counts, width: width)
        guard bytes.count >= end, counts.types > 0, counts.types <= 256, counts.times <= 10_000 else { return nil }
        let typeStart = body + counts.times * (width + 1)
        let nameStart = typeStart + counts.types * 6
        for index in 0..<counts.types {
            let place = typeStart + index * 6
            let name = bytes[min(nameStart + Int(bytes[place + 5]), end)..<end].prefix { $0 != 0 }
            types.append(LocalType(offset: Self.integer(bytes, place, 4), abbreviation: String(decoding: name, as: UTF8.self)))
        }
        for index in 0..<counts.times {
            let type = Int(bytes[body + counts.times * width + index])
            guard type < counts.types else { return nil }
            transitions.append((Self.integer(bytes, body + index * width, width), type))
        }
        if width == 8 { rule = PosixTimeZone(bytes[end...].drop { $0 == 10 }.prefix { $0 != 10 }) }
    }

    func type(at epochSeconds: Int) -> LocalType {
        if let rule, transitions.last.map({ epochSeconds >= $0.moment }) ?? true { return rule.type(at: epochSeconds) }
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].moment <= epochSeconds { low = middle + 1 } else { high = middle }
        }
        return types[low == 0 ? 0 : transitions[low - 1].type]
    }

    private typealias Counts = (utc: Int, standard: Int, leaps: Int, times: Int, types: Int, characters: Int)

    private static func counts(_ bytes: [UInt8], _ start: Int) -> Counts {
        func count(_ index: Int) -> Int { min(max(0, integer(bytes, start + 20 + index * 4, 4)), 1 << 20) }
        return (count(0), count(1), count(2), count(3), count(4), count(5))
    }

    private static func size(_ counts: Counts, width: Int) -> Int {
        counts.times * (width + 1) + counts.types * 6 + counts.characters + counts.leaps * (width + 4) + counts.standard + counts.utc
    }

    private static func integer(_ bytes: [UInt8], _ place: Int, _ width: Int) -> Int {
        var value: UInt64 = 0
        for byte in bytes[place..<place + width] { value = value << 8 | UInt64(byte) }
        return width == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
    }
}
