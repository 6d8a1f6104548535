internal import Digest
internal import FileStore
internal import S3Dialect
internal import Synchronization

/// The entity tags of files, kept in a file of the user's cache, so that no restart reads the files again.
///
/// A tag belongs to a version of a file: device, inode, length and times. So nothing here has to be deleted when files change. The file is
/// a list of records of 80 bytes; one that is torn is left out. Any thread that may wait for the disk; a cache that cannot be used is none.
final class DigestFile: Sendable {
    /// How many records a load keeps; the file may grow to twice as many.
    private static let capacity = 250_000
    private static let recordSize = 80
    /// What the names of the files begin with: each folder of fixtures has one.
    private static let beginning = "digests-"
    /// The most files of folders.
    private static let mostFiles = 64

    private let root: FileRoot
    private let path: RelativePath
    /// The records that the next flush writes.
    private let unsaved = Mutex<[UInt8]>([])
    /// How many records the file has. Locked while it is written.
    private let saved = Mutex(0)

    /// - Parameters:
    ///   - root: the folder of the cache.
    ///   - folder: the path of the fixture folder.
    init(in root: FileRoot, of folder: String) {
        self.root = root
        let name = MessageDigest.of(Array(folder.utf8), .sha256).hex.prefix(16)
        path = RelativePath(Self.beginning + name)!
    }

    /// Everything in it.
    func load(into table: inout DigestTable) {
        guard let bytes = try? root.read(path) else { return removeOldFiles() }
        let count = bytes.count / Self.recordSize
        let first = max(0, count - Self.capacity)
        for index in first..<count {
            let start = index * Self.recordSize
            guard let (stamp, digest) = Self.record(bytes[start..<(start + Self.recordSize)]) else { continue }
            table.restore(digest, stamp)
        }
        let isTorn = bytes.count % Self.recordSize != 0
        if first > 0 || isTorn { try? root.write(Array(bytes[(first * Self.recordSize)..<(count * Self.recordSize)]), to: path) }
        saved.withLock { $0 = count - first }
    }

    /// Remembers a tag until the next `flush`. Does not wait.
    func add(_ digest: DigestTable.Digest, of stamp: FileStamp) {
        let record = Self.bytes(stamp, digest)
        unsaved.withLock { $0 += record }
    }

    /// Writes what was added.
    func flush() {
        saved.withLock { count in
            let records = unsaved.withLock { unsaved in
                defer { unsaved = [] }
                return unsaved
            }
            guard !records.isEmpty, count < 2 * Self.capacity else { return }
            // A write that failed in the middle leaves a part of a record. It is filled up, so that what follows can be read.
            let torn = (root.stamp(of: path)?.size ?? 0) % Self.recordSize
            let filling = [UInt8](repeating: 0, count: torn == 0 ? 0 : Self.recordSize - torn)
            count += (filling.count + records.count + torn) / Self.recordSize
            try? root.append(filling + records, to: path)
        }
    }

    /// The oldest files of other folders, so that their number stays limited.
    private func removeOldFiles() {
        let names = ((try? root.list(.root)) ?? []).filter { $0.name.starts(with: Self.beginning.utf8) }.compactMap {
            RelativePath($0.name)
        }
        guard names.count >= Self.mostFiles else { return }
        let byAge = names.sorted { (root.stamp(of: $0)?.modified ?? 0) < (root.stamp(of: $1)?.modified ?? 0) }
        for name in byAge.prefix(names.count - Self.mostFiles + 1) { _ = try? root.delete(name) }
    }

    // MARK: Records

    private static func bytes(_ stamp: FileStamp, _ digest: DigestTable.Digest) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(recordSize)
        let words = [
            stamp.device, stamp.inode, UInt64(stamp.size), UInt64(bitPattern: Int64(stamp.modified)),
            UInt64(stamp.modifiedNanoseconds), UInt64(bitPattern: Int64(stamp.changed)), UInt64(stamp.changedNanoseconds), digest.high,
            digest.low,
        ]
        for word in words { for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) } }
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: digest.parts >> Int32(8 * shift))) }
        return bytes + Checksum.of(bytes, .crc32).bytes
    }

    /// - Returns: nil for a record that is torn.
    private static func record(_ bytes: ArraySlice<UInt8>) -> (FileStamp, DigestTable.Digest)? {
        let content = Array(bytes.dropLast(4))
        guard Checksum.of(content, .crc32).bytes.elementsEqual(bytes.suffix(4)) else { return nil }
        func word(_ index: Int, _ count: Int = 8) -> UInt64 {
            content[(index * 8)..<(index * 8 + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func number(_ index: Int) -> Int { Int(Int64(bitPattern: word(index))) }
        let stamp = FileStamp(
            device: word(0), inode: word(1), size: number(2), modified: number(3), modifiedNanoseconds: number(4), changed: number(5),
            changedNanoseconds: number(6))
        return (stamp, DigestTable.Digest(high: word(7), low: word(8), parts: Int32(truncatingIfNeeded: word(9, 4))))
    }
}
