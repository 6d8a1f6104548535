/// Bytes that are not UTF-8, with each malformed piece replaced by U+FFFD, and a map back to the original offsets.
struct RepairedText {
    private(set) var bytes: [UInt8] = []
    /// For each repaired byte, and for the end, the offset in the original.
    private var origins: [Int] = []

    init(_ original: Span<UInt8>) {
        bytes.reserveCapacity(original.count + 16)
        let copy = unsafe original.withUnsafeBufferPointer { unsafe Array($0) }
        var source = copy.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var offset = 0
        parsing: while true {
            switch parser.parseScalar(from: &source) {
            case .valid(let scalar):
                for byte in scalar {
                    bytes.append(byte)
                    origins.append(offset)
                    offset += 1
                }
            case .error(let length):
                for byte: UInt8 in [0xEF, 0xBF, 0xBD] {
                    bytes.append(byte)
                    origins.append(offset)
                }
                offset += length
            case .emptyInput: break parsing
            }
        }
        origins.append(offset)
    }

    func originalRange(_ range: Range<Int>) -> Range<Int> { origins[range.lowerBound]..<origins[range.upperBound] }

    /// The first repaired offset at or after the original one.
    func repairedOffset(of offset: Int) -> Int { origins.firstIndex { $0 >= offset } ?? bytes.count }
}
