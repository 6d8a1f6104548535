internal import HTTPMessage

/// A path beneath a root: segments without `.`, `..`, empty ones or NUL. Bytes, in whatever spelling the file system has them.
package struct RelativePath: Sendable, Hashable {
    /// The bytes, then a NUL, as system calls want them; `.` for the root.
    private let terminated: [UInt8]

    /// The root itself.
    package static let root = RelativePath(checked: [])

    private init(checked bytes: [UInt8]) { terminated = bytes + [0] }

    /// - Returns: nil unless each segment can name a file: no empty one, no `.` or `..`, no NUL, not nothing at all.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        for segment in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if segment.isEmpty || segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) { return nil }
        }
        self.init(checked: bytes)
    }

    package init?(_ text: String) { self.init(text.utf8) }

    /// A path as people write it in a mapping: `/` in front or doubled, `.` and `..` are resolved by the text alone.
    /// - Returns: nil when it leads above the root, to the root itself, or has a NUL.
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

    package var bytes: ArraySlice<UInt8> { terminated.dropLast() }
    package var isRoot: Bool { terminated.count == 1 }
    /// Bytes that are not UTF-8 are shown as U+FFFD.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    package var isASCII: Bool { terminated.allSatisfy { $0 < 0x80 } }

    package var segments: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }
    /// The last segment; empty for the root.
    package var name: ArraySlice<UInt8> { bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes }
    /// The folder that it is in.
    package var parent: RelativePath {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { RelativePath(checked: Array(bytes[..<$0])) } ?? .root
    }

    /// What follows the last dot of the name, in lower case; empty when there is none, or only one in front.
    package var fileExtension: String {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
        return String(decoding: name[(dot + 1)...].map(ASCII.lowercased), as: UTF8.self)
    }

    /// One segment or several further down.
    package func appending(_ other: RelativePath) -> RelativePath {
        if isRoot { return other }
        return other.isRoot ? self : RelativePath(checked: bytes + [UInt8(ascii: "/")] + other.bytes)
    }

    /// One segment that the file system gave.
    func appending(name: [UInt8]) -> RelativePath {
        isRoot ? RelativePath(checked: name) : RelativePath(checked: bytes + [UInt8(ascii: "/")] + name)
    }

    /// The same with more at the end of its name: `a` and `.json` make `a.json`.
    package func withSuffix(_ suffix: String) -> RelativePath { RelativePath(checked: bytes + Array(suffix.utf8)) }

    /// The path without the folder in front; nil when it is not beneath it.
    package func relative(to folder: RelativePath) -> RelativePath? {
        if folder.isRoot { return self }
        guard bytes.count > folder.bytes.count + 1, bytes.starts(with: folder.bytes),
            bytes[bytes.startIndex + folder.bytes.count] == UInt8(ascii: "/")
        else { return nil }
        return RelativePath(checked: Array(bytes.dropFirst(folder.bytes.count + 1)))
    }

    /// Calls with the path as a C string; valid during the call.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        if isRoot { return unsafe ".".withCString { unsafe body($0) } }
        return unsafe terminated.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress!.withMemoryRebound(to: CChar.self, capacity: buffer.count) { unsafe body($0) }
        }
    }
}

extension RelativePath: Comparable {
    /// In the order of bytes, as S3 lists keys.
    package static func < (left: RelativePath, right: RelativePath) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
