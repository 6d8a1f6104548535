internal import FileStore

/// Keys as paths of files.
///
/// A key is the path, segment by segment, where it can be. A segment that no file can have is escaped: `%!` stands before it, and in it
/// `%XX` for a byte. So are segments that begin with `%!` themselves, and those that end in `.meta.json`, also of folders: the description
/// of another object may have that name.
///
/// | key | path |
/// |---|---|
/// | `a/b` | `a/b` |
/// | `a//b` | `a/%!/b` |
/// | `x/` | `x/%!` |
/// | `../x` | `%!../x` |
/// | `a.meta.json`, `a.meta.json/b` | `%!a%2Emeta.json`, `%!a%2Emeta.json/b` |
/// | `a` beside `a/b` | `%!a` |
/// | `..` beside `../x`, `x/` beside `x//y` | `%!..%+/%!`, `x/%!%+/%!` |
/// | a segment of over 240 bytes | `%!….%+/%!…`: `%+` at the end says that the next one continues it |
package enum KeyEscape {
    /// What an escaped segment begins with.
    private static let mark = Array("%!".utf8)
    /// What ends a segment that the next one continues.
    private static let continuation = Array("%+".utf8)
    /// File systems take 255 bytes; `.meta.json` may follow.
    private static let longest = 240
    private static let descriptionSuffix = Array(FileMetadata.suffix.utf8)
    private static let toolFiles: Set<[UInt8]> = [Array(".DS_Store".utf8), Array(".gitkeep".utf8), Array(".gitignore".utf8)]

    /// The path for a key, relative to its bucket. Never empty, never absolute, without `.` and `..`.
    /// - Parameter isBesideFolder: whether a folder has the name: another key begins with this one and a slash.
    package static func path(of key: [UInt8], isBesideFolder: Bool = false) -> [UInt8] {
        let segments = key.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var path: [UInt8] = []
        for (index, segment) in segments.enumerated() {
            if index > 0 { path.append(UInt8(ascii: "/")) }
            let isLast = index == segments.count - 1
            let isBeside = isLast && isBesideFolder
            let needsEscape = needsEscape(segment, isLast: isLast)
            path += needsEscape || isBeside ? escaped(segment) : Array(segment)
            // The folder has the escaped name itself: the file is in another one.
            if needsEscape, isBeside { path += continuation + [UInt8(ascii: "/")] + mark }
        }
        return path
    }

    /// The key of a path. Each key has at least one path; a path has one key.
    /// - Returns: nil when an escape is malformed: the file is no object then.
    package static func key(of path: [UInt8]) -> [UInt8]? {
        var key: [UInt8] = []
        var isContinued = true
        for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if !isContinued { key.append(UInt8(ascii: "/")) }
            isContinued = false
            guard segment.starts(with: mark) else {
                key += segment
                continue
            }
            var content = segment.dropFirst(mark.count)
            if content.suffix(continuation.count).elementsEqual(continuation) {
                isContinued = true
                content = content.dropLast(continuation.count)
            }
            guard let bytes = unescaped(content) else { return nil }
            key += bytes
        }
        return isContinued ? nil : key
    }

    /// Whether a file of that name is a description, and no object.
    static func isDescription(_ name: ArraySlice<UInt8>) -> Bool { name.suffix(descriptionSuffix.count).elementsEqual(descriptionSuffix) }

    /// Whether a file of that name is a tool's, and no object.
    static func isToolFile(_ name: ArraySlice<UInt8>) -> Bool { name.first == UInt8(ascii: ".") && toolFiles.contains(Array(name)) }

    private static func needsEscape(_ segment: ArraySlice<UInt8>, isLast: Bool) -> Bool {
        segment.isEmpty || segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) || segment.count > longest
            || segment.starts(with: mark) || String(validating: segment, as: UTF8.self) == nil
            || segment.contains { $0 < 0x20 || $0 == 0x7F } || isDescription(segment) || isLast && isToolFile(segment)
    }

    private static func escaped(_ segment: ArraySlice<UInt8>) -> [UInt8] {
        let isUTF8 = String(validating: segment, as: UTF8.self) != nil
        let isDescription = isDescription(segment)
        let dot = segment.endIndex - descriptionSuffix.count
        var path = mark
        var length = 0
        for (index, byte) in zip(segment.indices, segment) {
            let isPlain =
                byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "%") && (isUTF8 || byte < 0x80) && !(isDescription && index == dot)
            // A character is not split.
            if length >= longest - 16, byte & 0xC0 != 0x80 || !isUTF8 {
                path += continuation + [UInt8(ascii: "/")] + mark
                length = 0
            }
            let piece = isPlain ? [byte] : hexadecimal(byte)
            path += piece
            length += piece.count
        }
        return path
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    /// Capitals only, so that a key has one path.
    private static func digit(_ byte: UInt8) -> UInt8? {
        if byte &- UInt8(ascii: "0") < 10 { return byte &- UInt8(ascii: "0") }
        return byte &- UInt8(ascii: "A") < 6 ? byte &- UInt8(ascii: "A") + 10 : nil
    }
}
