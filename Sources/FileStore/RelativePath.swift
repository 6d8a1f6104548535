internal import HTTPMessage

/// A path below a root: segments that are not empty, `.` or `..` and have no NUL. Bytes, in any spelling of the file system.
package struct RelativePath: Sendable, Hashable {
    /// The bytes and a NUL, as system calls need them; `.` for the root.
    private let terminated: [UInt8]

    /// The root itself.
    package static let root = RelativePath(checked: [])

    private init(checked bytes: [UInt8]) { terminated = bytes + [0] }

    /// The parts one after the other.
    private init(joining first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, hasSlash: Bool = true) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(first.count + second.count + 2)
        bytes += first
        if hasSlash { bytes.append(UInt8(ascii: "/")) }
        bytes += second
        bytes.append(0)
        terminated = bytes
    }

    /// - Returns: nil unless every segment can be the name of a file: not empty, not `.` or `..`, without NUL. Nil also for no segment.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard Self.isValid(bytes.span) else { return nil }
        self.init(checked: bytes)
    }

    private static func isValid(_ bytes: Span<UInt8>) -> Bool {
        // Of the segment so far: its length, and whether it has dots only.
        var (count, hasOnlyDots) = (0, true)
        func isName() -> Bool { count > 2 || count > 0 && !hasOnlyDots }
        for index in bytes.indices {
            switch bytes[index] {
            case 0: return false
            case UInt8(ascii: "/"):
                guard isName() else { return false }
                (count, hasOnlyDots) = (0, true)
            case let byte:
                count += 1
                hasOnlyDots = hasOnlyDots && byte == UInt8(ascii: ".")
            }
        }
        return isName()
    }

    package init?(_ text: String) { self.init(text.utf8) }

    /// A path as written in a mapping: a leading or doubled `/`, `.` and `..` are resolved textually.
    /// - Returns: nil when it leads above the root or to the root itself, or has a NUL.
    package init?(resolving text: String) {
        var segments: [Substring] = []
        for segment in text.split(separator: "/") where segment != "." {
            guard segment == ".." else {
                segments.append(segment)
                continue
            }
            guard segments.popLast() != nil else { return nil }
        }
        self.init(segments.joined(separator: "/"))
    }

    /// The bytes without a leading slash; empty for the root.
    package var bytes: ArraySlice<UInt8> { terminated.dropLast() }
    /// Whether it is the root itself.
    package var isRoot: Bool { terminated.count == 1 }
    /// The path as text. Bytes that are not UTF-8 become U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether all bytes are ASCII.
    package var isASCII: Bool { terminated.allSatisfy { $0 < 0x80 } }

    /// The segments from the root on; empty for the root.
    package var segments: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }
    /// The last segment; empty for the root.
    package var name: ArraySlice<UInt8> { bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes }
    /// The folder that contains it; the root for the root itself.
    package var parent: RelativePath {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { RelativePath(checked: Array(bytes[..<$0])) } ?? .root
    }

    /// How many bytes come before the last segment.
    var nameOffset: Int {
        let bytes = terminated.span
        var count = bytes.count
        while count > 0, bytes[count - 1] != UInt8(ascii: "/") { count -= 1 }
        return count
    }

    /// Whether so many bytes at the beginning of both, which have as many, are the same.
    func begins(with other: RelativePath, upTo count: Int) -> Bool {
        let (bytes, others) = (terminated.span, other.terminated.span)
        var same = 0
        while same < count, bytes[same] == others[same] { same += 1 }
        return same == count
    }

    /// What follows the last dot of the name, in lower case. Empty without a dot, or with only a leading one.
    package var fileExtension: String {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
        return String(decoding: name[(dot + 1)...].map(ASCII.lowercased), as: UTF8.self)
    }

    /// The path of one or more segments below this one.
    package func appending(_ other: RelativePath) -> RelativePath {
        if isRoot { return other }
        return other.isRoot ? self : RelativePath(joining: bytes, other.bytes)
    }

    /// The path of the segments in these bytes below this one; nil when they are none.
    package func appending(_ bytes: [UInt8]) -> RelativePath? {
        Self.isValid(bytes.span) ? appending(checked: bytes) : nil
    }

    /// One more segment, as the file system has it.
    func appending(name: [UInt8]) -> RelativePath { appending(checked: name) }

    /// The path of segments below this one.
    /// - Parameter bytes: those of a relative path, which are not checked again.
    package func appending(checked bytes: [UInt8]) -> RelativePath {
        isRoot ? RelativePath(checked: bytes) : RelativePath(joining: self.bytes, bytes[...])
    }

    /// The path with an addition to its name: `a` and `.json` give `a.json`.
    package func withSuffix(_ suffix: String) -> RelativePath { RelativePath(joining: bytes, Array(suffix.utf8)[...], hasSlash: false) }

    /// The path without the leading folder; nil when it is not below the folder.
    package func relative(to folder: RelativePath) -> RelativePath? {
        if folder.isRoot { return self }
        guard bytes.count > folder.bytes.count + 1, bytes.starts(with: folder.bytes),
            bytes[bytes.startIndex + folder.bytes.count] == UInt8(ascii: "/")
        else { return nil }
        return RelativePath(checked: Array(bytes.dropFirst(folder.bytes.count + 1)))
    }

    /// Calls the body with the path as a C string, which is valid during the call.
    /// - Parameter offset: of the first byte that the string has; not behind the end.
    func withCString<Result>(from offset: Int = 0, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        if isRoot { return unsafe ".".withCString { unsafe body($0) } }
        return unsafe terminated.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress!.withMemoryRebound(to: CChar.self, capacity: buffer.count) { unsafe body($0 + offset) }
        }
    }
}

extension RelativePath: Comparable {
    /// By bytes, as S3 lists keys.
    package static func < (left: RelativePath, right: RelativePath) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
