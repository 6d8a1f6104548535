extension Request {
    /// Whether a field's name begins with `If-`. Does not allocate.
    package var hasConditions: Bool {
        slots.contains { slot in
            let start = Int(slot.nameStart)
            guard slot.nameEnd - slot.nameStart > 3 else { return false }
            return storage[start] | 0x20 == UInt8(ascii: "i") && storage[start + 1] | 0x20 == UInt8(ascii: "f")
                && storage[start + 2] == UInt8(ascii: "-")
        }
    }

    /// Replaces the value of a field.
    package mutating func setHeaderValue(_ index: Int, _ value: [UInt8]) {
        let slot = slots[index]
        storage.replaceSubrange(Int(slot.nameEnd)..<Int(slot.valueEnd), with: value)
        let change = Int32(value.count) - (slot.valueEnd - slot.nameEnd)
        slots[index].valueEnd += change
        for later in (index + 1)..<slots.count {
            slots[later].nameStart += change
            slots[later].nameEnd += change
            slots[later].valueEnd += change
        }
    }
}
