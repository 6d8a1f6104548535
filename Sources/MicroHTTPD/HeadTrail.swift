/// Follows a head through the library's memory, where its parts are in the order of arrival, one right behind the other.
///
/// If they are not, the library has read something else than was sent: it drops what follows a NUL, and joins the second line of a folded
/// field to the name.
@safe struct HeadTrail {
    private var targetStart: UnsafeRawPointer?
    /// Behind the previous part.
    private var end: UnsafeRawPointer?
    /// How far before the end of the head the bytes behind it begin: 0, unless the library has moved them (`isReused`).
    private(set) var shift = 0

    /// The target, which is reported first.
    mutating func begin(_ target: UnsafeRawBufferPointer) {
        shift = 0
        unsafe targetStart = target.baseAddress
        unsafe end = target.baseAddress.map { unsafe $0 + target.count }
    }

    /// Blanks are between method and target, and one before the version; the first of each is overwritten by a zero.
    mutating func follows(method: UnsafeRawBufferPointer, version: UnsafeRawPointer) -> Bool {
        guard let start = method.baseAddress, let targetStart = unsafe targetStart, let targetEnd = unsafe end else { return false }
        unsafe end = version + 8
        let gap = unsafe UnsafeRawBufferPointer(start: start + method.count, count: max(0, targetStart - start - method.count))
        return unsafe version == targetEnd + 1 && gap.dropFirst().allSatisfy { $0 == 32 }
    }

    /// Between name and value there is the colon and blanks; before the name there are blanks and a line end. Some are overwritten by
    /// zeros.
    mutating func follows(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
        guard let start = name.baseAddress, let valueStart = value.baseAddress, let before = unsafe end else { return false }
        unsafe end = valueStart + value.count
        // Behind the colon; a later colon follows a blank.
        let blanks = unsafe max(0, valueStart - start - name.count - 1)
        return unsafe start > before && Self.isGap(UnsafeRawBufferPointer(start: before, count: start - before), lines: 1)
            && valueStart > start + name.count
            && Self.isGap(UnsafeRawBufferPointer(start: start + name.count + 1, count: blanks), lines: 0)
    }

    /// Whether it contains only blanks and so many line ends, which are zeros now, at most two each. (A line that the library skipped
    /// contains more; a NUL at the end of a value is one more zero. Version 1 overwrites that by a blank.)
    private static func isGap(_ bytes: UnsafeRawBufferPointer, lines: Int) -> Bool {
        // NUL, tab, LF, CR and blank.
        let gap: UInt64 = 1 << 0 | 1 << 9 | 1 << 10 | 1 << 13 | 1 << 32
        var zeros = 0
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            guard byte <= 32, gap &>> UInt64(byte) & 1 == 1 else { return false }
            if byte == 0 { zeros += 1 }
        }
        return zeros <= 2 * lines || LibraryHooks.isVersion1
    }

    /// - Parameter headEnd: behind the empty line.
    mutating func ends(at headEnd: UnsafeRawPointer) -> Bool {
        guard let end = unsafe end, unsafe end <= headEnd else { return false }
        let gap = unsafe UnsafeRawBufferPointer(start: end, count: headEnd - end)
        if unsafe Self.isGap(gap, lines: 2) { return true }
        let rest = unsafe Array(gap)
        guard LibraryHooks.isVersion1, Self.isReused(rest) else { return false }
        shift = rest.count - 1
        return true
    }

    /// Whether the next request, or as much of it as has come, has been moved into the gap, as version 1 of the library does where its
    /// memory is nearly full: the zero behind the last value stays, and the two line ends are overwritten. A line that the library skipped
    /// takes four bytes at least, and then it ends in two line feeds.
    private static func isReused(_ gap: [UInt8]) -> Bool {
        guard gap.first == 0, gap.count <= 4 else { return false }
        return gap.count < 4 || gap[2] != 10 || gap[3] != 10
    }
}
