public import CProcessor

/// Tells the processor what will be read soon, so that it comes from memory while something else is done.
///
/// A stub among ten thousand is in no cache when it is hit, and its answer is several objects away, each known only from the one before:
/// waiting for each in turn takes longer than all that is done with them. A hint is worth its place only where there is work to do until
/// the object is needed; `script/bench stubs` tells.
public enum Prefetch {
    /// The length of a line of memory, in bytes, on the processors that we know.
    public static let lineLength = 64

    /// Fetches what a reference, an optional one, or an enumeration that holds nothing but references, points to. Nothing of it is looked
    /// at: to count a reference would be to wait.
    /// - Parameter lines: how many, from the object's beginning on.
    @inlinable @inline(__always)
    public static func object<Reference>(_ reference: Reference, lines: Int = 1) {
        // A pointer that is none, or that has a case's number in its upper bits, does no harm.
        let bits = unsafe unsafeBitCast(reference, to: UInt.self)
        if let address = unsafe UnsafeRawPointer(bitPattern: bits) { unsafe memory(address, lines: lines) }
    }

    /// The same for an element of an array.
    @inlinable @inline(__always)
    public static func object<Reference>(of references: [Reference], at index: Int, lines: Int = 1) {
        unsafe references.withUnsafeBytes { bytes in
            let offset = index * MemoryLayout<Reference>.stride
            unsafe object(bytes.load(fromByteOffset: offset, as: UInt.self), lines: lines)
        }
    }

    /// - Parameter address: any will do; nothing is read that the program could notice.
    @inlinable @inline(__always)
    public static func memory(_ address: UnsafeRawPointer, lines: Int = 1) {
        for line in 0..<lines { unsafe processor_prefetch(address + lineLength * line) }
    }
}
