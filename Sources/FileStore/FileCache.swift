/// The most recently used files by path, up to a number of bytes.
struct FileCache {
    struct Entry {
        let file: StoredFile
        /// Whether every later change changes the stamp.
        let isSettled: Bool
        fileprivate let cost: Int
        fileprivate var lastUse: Int
    }

    /// The cost of an open file: descriptors are scarce.
    static let openFileCost = 1 << 20
    /// The cost of an entry in addition to its bytes.
    private static let overhead = 512

    private let capacity: Int
    private(set) var cost = 0
    private var entries: [RelativePath: Entry] = [:]
    private var clock = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func find(_ path: RelativePath) -> Entry? {
        guard let place = entries.index(forKey: path) else { return nil }
        clock += 1
        entries.values[place].lastUse = clock
        return entries.values[place]
    }

    /// - Returns: whether a version of a file was removed.
    mutating func insert(_ file: StoredFile, at path: RelativePath, cost bytes: Int, isSettled: Bool) -> Bool {
        clock += 1
        let entry = Entry(file: file, isSettled: isSettled, cost: bytes + Self.overhead, lastUse: clock)
        let previous = entries.updateValue(entry, forKey: path)
        cost += entry.cost - (previous?.cost ?? 0)
        if cost > capacity {
            shrink()
            return true
        }
        return previous.map { $0.file !== file } ?? false
    }

    /// Removes the least recently used entries down to seven eighths, so that this happens rarely.
    private mutating func shrink() {
        for (path, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard cost > capacity / 8 * 7 else { return }
            entries[path] = nil
            cost -= entry.cost
        }
    }
}
