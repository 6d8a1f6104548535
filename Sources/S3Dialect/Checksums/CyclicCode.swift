/// A cyclic redundancy code with reflected bits, a register of ones at the beginning, and an inverted result: CRC-32, CRC-32C and
/// CRC-64/NVME.
struct CyclicCode: Sendable {
    static let crc32 = CyclicCode(width: 32, polynomial: 0xEDB8_8320)
    static let crc32c = CyclicCode(width: 32, polynomial: 0x82F6_3B78)
    static let crc64nvme = CyclicCode(width: 64, polynomial: 0x9A6C_9329_AC4B_C9B5)

    /// 32 or 64.
    let width: Int
    /// Reflected, without its highest term.
    let polynomial: UInt64
    /// Eight tables of 256 entries, so that eight bytes are taken in one step: the k-th has what a byte becomes that k bytes follow.
    private let tables: [UInt64]

    private var ones: UInt64 { .max >> UInt64(64 - width) }

    private init(width: Int, polynomial: UInt64) {
        self.width = width
        self.polynomial = polynomial
        var tables = [UInt64](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt64(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
            tables[byte] = value
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        self.tables = tables
    }

    /// A register without any bytes.
    var register: Register { Register(code: self, state: ones) }

    /// The bytes of a value, the most significant first.
    func bytes(of value: UInt64) -> [UInt8] {
        stride(from: width - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
    }

    /// The value of these bytes, the most significant first.
    func value(of bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// The value of two runs of bytes, from the values of each.
    /// - Parameter count: the number of bytes of the second.
    func combined(_ first: UInt64, _ second: UInt64, count: Int) -> UInt64 {
        // Each byte that follows multiplies by x to the power of 8.
        var power = (1 as UInt64) << UInt64(width - 9)
        var factor = (1 as UInt64) << UInt64(width - 1)
        var rest = count
        while rest > 0 {
            if rest & 1 == 1 { factor = product(factor, power) }
            power = product(power, power)
            rest >>= 1
        }
        return product(factor, first) ^ second
    }

    /// The product of two polynomials modulo the code's; the highest bit is that of x to the power of 0.
    private func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        var (result, multiple) = (UInt64(0), right)
        var mask = (1 as UInt64) << UInt64(width - 1)
        while mask > 0 {
            if left & mask != 0 { result ^= multiple }
            multiple = multiple & 1 == 1 ? multiple >> 1 ^ polynomial : multiple >> 1
            mask >>= 1
        }
        return result
    }

    /// The state of a code while bytes arrive.
    struct Register: Sendable {
        fileprivate let code: CyclicCode
        fileprivate var state: UInt64

        /// The value of the bytes so far.
        var value: UInt64 { state ^ code.ones }

        mutating func update(_ bytes: Span<UInt8>) {
            let entries = code.tables
            let tables = entries.span
            var state = state
            var index = 0
            let end = bytes.count
            while end - index >= 8 {
                // The register meets the first bytes; one of 32 bits meets four of them.
                var word = state
                for place in 0..<8 {
                    word ^= UInt64(bytes[index + place]) << UInt64(8 * place)
                }
                state =
                    tables[7 * 256 + Int(word & 0xFF)] ^ tables[6 * 256 + Int(word >> 8 & 0xFF)]
                    ^ tables[5 * 256 + Int(word >> 16 & 0xFF)] ^ tables[4 * 256 + Int(word >> 24 & 0xFF)]
                    ^ tables[3 * 256 + Int(word >> 32 & 0xFF)] ^ tables[2 * 256 + Int(word >> 40 & 0xFF)]
                    ^ tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
                index += 8
            }
            while index < end {
                state = state >> 8 ^ tables[Int((state ^ UInt64(bytes[index])) & 0xFF)]
                index += 1
            }
            self.state = state
        }
    }
}
