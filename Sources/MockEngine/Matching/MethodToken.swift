internal import HTTPMessage

/// A method's exact spelling, compared as one number if it has at most eight bytes; `GET_OR_HEAD` stands for either of the two.
struct MethodToken: Sendable {
    private let code: UInt64
    /// Set for a longer method.
    private let long: [UInt8]?

    init(_ name: String) {
        code = Self.code(Array(name.utf8)[...])
        long = code == 0 ? Array(name.utf8) : nil
    }

    var name: [UInt8] { long ?? (0..<8).map { UInt8(truncatingIfNeeded: code >> (56 - 8 * UInt64($0))) }.filter { $0 != 0 } }

    @inline(__always)
    func matches(_ request: Request) -> Bool {
        let bytes = request.methodBytes
        return code != 0 ? Self.code(bytes) == code : matchesLong(bytes)
    }

    private func matchesLong(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let long else { return bytes.isEmpty }
        if long.elementsEqual("GET_OR_HEAD".utf8), bytes.elementsEqual("GET".utf8) || bytes.elementsEqual("HEAD".utf8) { return true }
        return bytes.elementsEqual(long)
    }

    /// 0 for a method of more than eight bytes.
    @inline(__always)
    private static func code(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        let span = bytes.span
        guard span.count <= 8 else { return 0 }
        var code: UInt64 = 0
        for index in span.indices { code = code << 8 | UInt64(span[index]) }
        return code << UInt64(8 * (8 - span.count))
    }
}
