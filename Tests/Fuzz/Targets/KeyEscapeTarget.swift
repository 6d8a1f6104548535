internal import S3Service

/// Any bytes as a key have a path that is no other place, and come back; any bytes as a path have at most one key.
enum KeyEscapeTarget: FuzzTarget {
    package static func run(_ bytes: [UInt8]) {
        for isBesideFolder in [false, true] {
            let path = KeyEscape.path(of: bytes, isBesideFolder: isBesideFolder)
            precondition(KeyEscape.key(of: path) == bytes, "another key comes back")
            let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            for segment in segments {
                precondition((1...245).contains(segment.count), "a name that no file can have")
                precondition(!segment.elementsEqual(".".utf8) && !segment.elementsEqual("..".utf8), "a path to another place")
                precondition(!segment.contains { $0 < 0x20 }, "control characters")
                precondition(!segment.suffix(10).elementsEqual(".meta.json".utf8), "the name of a description")
            }
        }
        if let key = KeyEscape.key(of: bytes) {
            precondition(KeyEscape.key(of: KeyEscape.path(of: key)) == key, "a key that has no path")
        }
    }
}
