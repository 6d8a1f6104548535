/// The most recently used files by path, up to a number of bytes.
struct FileCache {
    struct Entry {
        let file: StoredFile
        /// Whether every later change changes the stamp.
        let isSettled: Bool
        fileprivate let cost: Int
        /// In the order of use.
        fileprivate let number: Int
    }

    /// The cost of an open file: descriptors are scarce.
    static let openFileCost = 1 << 20
    /// The cost of an entry in addition to its bytes: with the proof and the response that are kept with a short file it takes 1.85 kB.
    private static let overhead = 2_048
    /// How many entries one insertion removes, unless it needs more room.
    private static let mostRemoved = 64

    private let capacity: Int
    private(set) var cost = 0
    private var entries: [RelativePath: Entry] = [:]
    private var order = UseOrder()
    /// By the number of the entry.
    private var paths = [RelativePath.root]
    /// Whether it is being reduced to seven eighths of the capacity.
    private var isShrinking = false

    init(capacity: Int) { self.capacity = capacity }

    mutating func find(_ path: RelativePath) -> Entry? {
        guard let entry = entries[path] else { return nil }
        order.use(entry.number)
        return entry
    }

    /// - Returns: whether a version of a file was removed.
    mutating func insert(_ file: StoredFile, at path: RelativePath, cost bytes: Int, isSettled: Bool) -> Bool {
        let previous = find(path)
        let number = previous?.number ?? order.add()
        if number == paths.count { paths.append(path) } else { paths[number] = path }
        let entry = Entry(file: file, isSettled: isSettled, cost: bytes + Self.overhead, number: number)
        entries[path] = entry
        cost += entry.cost - (previous?.cost ?? 0)
        let hasRemoved = shrink()
        return hasRemoved || previous.map { $0.file !== file } ?? false
    }

    /// Once there is too much, removes the least recently used entries down to seven eighths: at each call a few, so that none takes long, and
    /// then none for a while.
    /// - Returns: whether it has removed any.
    private mutating func shrink() -> Bool {
        let goal = capacity / 8 * 7
        if cost > capacity { isShrinking = true }
        guard isShrinking else { return false }
        var count = 0
        while cost > capacity || cost > goal && count < Self.mostRemoved, let number = order.oldest {
            remove(number)
            count += 1
        }
        isShrinking = cost > goal
        return count > 0
    }

    private mutating func remove(_ number: Int) {
        if let entry = entries.removeValue(forKey: paths[number]) { cost -= entry.cost }
        order.remove(number)
        paths[number] = .root
    }
}
