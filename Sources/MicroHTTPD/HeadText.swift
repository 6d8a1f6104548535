internal import Glibc
internal import HTTPMessage

/// What the library copies into the head of an exchange's response: the `HeadBlock`, with the exchange's own fields behind its phrase, and
/// the date. One piece of memory at a fixed address, which all responses of a connection use in turn. The connection's worker thread.
@safe final class HeadText {
    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0
    private var date = DateLine.none

    deinit { unsafe memory.deallocate() }

    /// Writes a head, and hands it to the library for the next response that is queued on this thread. It stays until the next head is
    /// written.
    /// - Parameter plan: whose own fields are sent.
    @inline(__always)
    func hand(over block: HeadBlock, for plan: WirePlan) {
        count = 0
        if plan.hasNoOwnFields {
            reserve(block.bytes.count + DateLine.count)
            append(block.bytes, 0..<block.bytes.count)
        } else {
            append(block, with: plan)
        }
        if !block.isDated {
            let second = time(nil)
            if second != date.second { date = DateLine(at: second) }
            append(date.bytes, 0..<date.bytes.count)
        }
        unsafe LibraryHooks.setHead(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    private func append(_ block: HeadBlock, with plan: WirePlan) {
        var further: [UInt8] = []
        if !plan.furtherFields.isEmpty { HeadBlock.append(plan.furtherFields, to: &further) }
        let idCount = plan.idField.map { $0.name.utf8CodeUnitCount + IDField.valueCount + 4 } ?? 0
        reserve(block.bytes.count + idCount + further.count + DateLine.count)
        append(block.bytes, 0..<block.phraseEnd)
        if let id = plan.idField { append(id) }
        if !further.isEmpty { append(further, 0..<further.count) }
        append(block.bytes, block.phraseEnd..<block.bytes.count)
    }

    @inline(__always)
    private func append(_ bytes: [UInt8], _ range: Range<Int>) {
        unsafe bytes.withUnsafeBytes { unsafe append(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    @inline(__always)
    private func append(_ bytes: UnsafeRawBufferPointer) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    private func append(_ id: IDField) {
        append([13, 10], 0..<2)
        unsafe append(UnsafeRawBufferPointer(start: id.name.utf8Start, count: id.name.utf8CodeUnitCount))
        append([UInt8(ascii: ":"), UInt8(ascii: " ")], 0..<2)
        append(id.first)
        append(id.second)
    }

    private func append(_ word: UInt64) {
        unsafe memory.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
        count += 8
    }

    /// Memory that one long head needed is not kept for short ones.
    private func reserve(_ needed: Int) {
        let size = unsafe memory.count
        guard size < needed || size > 16 << 10 && needed <= 4 << 10 else { return }
        unsafe memory.deallocate()
        unsafe memory = .allocate(byteCount: max(512, needed), alignment: 1)
    }
}
