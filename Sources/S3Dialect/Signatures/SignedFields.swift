internal import HTTPMessage

/// The names of the fields that a signature of version 4 covers. The fields of a request are found among them by halves, without a text for
/// each: every signed request is compared with them, and a client may sign and send hundreds.
package struct SignedFields: Sendable, Hashable {
    /// In lower case, each once, in the order of the client's list.
    let names: [String]
    /// The same in the order of their bytes: S3 sorts them, whatever their order in the client's list.
    let sorted: [String]

    /// - Parameter list: names with semicolons between them. One that comes again adds nothing: all values of a field are signed with its
    ///   name.
    init(list: ArraySlice<UInt8>) { self.init(list.split(separator: UInt8(ascii: ";")).map(Self.lowercased)) }

    /// - Parameter names: in lower case.
    init(_ names: [String]) {
        let sorted = names.sorted { Self.order($0.utf8.span, $1.utf8.span) < 0 }
        if sorted.indices.dropFirst().contains(where: { sorted[$0] == sorted[$0 - 1] }) {
            var known: Set<String> = []
            self.names = names.filter { known.insert($0).inserted }
            known = []
            self.sorted = sorted.filter { known.insert($0).inserted }
        } else {
            (self.names, self.sorted) = (names, sorted)
        }
    }

    /// Where a field's name, in any case, is among the sorted ones; nil for a field that is not signed. Does not allocate.
    func place(of name: ArraySlice<UInt8>) -> Int? {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            let order = Self.order(sorted[middle].utf8.span, name.span)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Less than 0 when the first name comes before the second, 0 when they are the same.
    /// - Parameters:
    ///   - name: in lower case.
    ///   - other: in any case.
    private static func order(_ name: Span<UInt8>, _ other: Span<UInt8>) -> Int {
        for index in 0..<min(name.count, other.count) {
            let (left, byte) = (name[index], other[index])
            let right = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            if left != right { return left < right ? -1 : 1 }
        }
        return name.count - other.count
    }

    private static func lowercased(_ name: ArraySlice<UInt8>) -> String {
        let text = String(decoding: name, as: UTF8.self)
        // Nearly every list is in lower case.
        return name.contains { $0 &- UInt8(ascii: "A") < 26 || $0 >= 0x80 } ? text.lowercased() : text
    }
}
