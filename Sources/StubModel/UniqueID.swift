/// A 128-bit identifier in WireMock's spelling: 36 characters, hexadecimal, in lower case (RFC 9562).
package struct UniqueID: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// A random identifier, version 4.
    package static func random(using generator: inout some RandomNumberGenerator) -> UniqueID {
        UniqueID(
            high: generator.next() & ~0xF000 | 0x4000,
            low: generator.next() & ~(0xC000 << 48) | 0x8000 << 48)
    }

    /// A random identifier, version 4, from the system's generator.
    package static func random() -> UniqueID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// An identifier that depends on the text only: FNV-1a with two initial values. Version 8.
    package static func derived(from text: String) -> UniqueID { derived(from: Array(text.utf8)) }

    /// The same of a text in UTF-8.
    package static func derived(from text: [UInt8]) -> UniqueID {
        let bytes = text.span
        func hash(_ seed: UInt64) -> UInt64 {
            var hash = 0xCBF2_9CE4_8422_2325 ^ seed
            for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
            let mixed = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
            return mixed ^ mixed >> 32
        }
        return UniqueID(
            high: hash(0) & ~0xF000 | 0x8000,
            low: hash(0x9E37_79B9_7F4A_7C15) & ~(0xC000 << 48) | 0x8000 << 48)
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the form of 36 characters, in either case; nil for everything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for (place, byte) in text.utf8.enumerated() {
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.value(ofDigit: byte) else { return nil }
            if digits < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
            digits += 1
        }
        self.init(high: halves.0, low: halves.1)
    }

    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for place in 0..<32 {
            if place == 8 || place == 12 || place == 16 || place == 20 { text.append(UInt8(ascii: "-")) }
            let digit = UInt8(truncatingIfNeeded: (place < 16 ? high : low) >> UInt64(60 - place % 16 * 4)) & 15
            text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func value(ofDigit byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
