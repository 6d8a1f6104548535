extension Request {
    /// Whether a field's name begins with `If-`. Does not allocate.
    package var hasConditions: Bool {
        for index in 0..<slots.count {
            let start = Int(slots[index].nameStart)
            guard Int(slots[index].nameEnd) - start > 3 else { continue }
            if storage[start] | 0x20 == UInt8(ascii: "i"), storage[start + 1] | 0x20 == UInt8(ascii: "f"),
                storage[start + 2] == UInt8(ascii: "-")
            {
                return true
            }
        }
        return false
    }

    /// The request without the fields by which a response depends on what the client has: those that begin with `If-`, and `Range`.
    package var withoutConditions: Request {
        var plain = self
        plain.slots.removeAll { slot in
            let name = storage[Int(slot.nameStart)..<Int(slot.nameEnd)]
            return ASCII.equalsIgnoringCase(name.prefix(3), "if-".utf8) || ASCII.equalsIgnoringCase(name, "range".utf8)
        }
        return plain
    }

    /// Replaces the values of fields, in one pass.
    /// - Parameter values: by the index of the field.
    package mutating func setHeaderValues(_ values: [Int: [UInt8]]) {
        guard !values.isEmpty, let first = slots.first else { return }
        var bytes = Array(storage[..<Int(first.nameStart)])
        for index in slots.indices {
            let start = Int32(bytes.count)
            bytes += headerName(index)
            let nameEnd = Int32(bytes.count)
            bytes += values[index].map { $0[...] } ?? headerValue(index)
            slots[index] = FieldSlot(nameStart: start, nameEnd: nameEnd, valueEnd: Int32(bytes.count))
        }
        storage = bytes
    }
}
