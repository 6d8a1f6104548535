internal import FileStore
internal import S3Dialect
internal import Synchronization
internal import SystemCalls

/// Writes objects into the folder: what the server's own session changes, so that it is there after a restart (`s3.persist`, decision
/// 0150), and what a session is told to save.
///
/// An object and its description are two files. They are written beside the buckets, in `s3/.understudy`, and then moved to their places. A
/// plan of the moves is written first: whoever finds it after a crash completes it. So the folder has the old state or the new one.
///
/// While it writes, requests do not follow the folder's name (decision 0260). When the fixtures are read again, and the name leads to another
/// folder, it goes on in that one. Any thread that may wait for the disk.
final class FolderWriter: Sendable {
    /// The folder of what is not complete, beside the buckets. No bucket can have that name.
    static let pendingName = ".understudy"
    private static let planEnd = ".plan"

    let layer: FolderLayer
    private let folder: RelativePath
    let pending: RelativePath
    /// Whether descriptions say who may read a bucket and an object.
    let keepsACLs: Bool
    /// Changes of the session are made one after the other.
    private let turns = Mutex(())
    /// Nil before `open` and after `end`.
    private let hold = Mutex<Hold?>(nil)
    private let names = Atomic(0)
    /// Whether a plan was performed in part.
    private let hasLeftPlan = Atomic(false)

    private struct Hold: Sendable {
        /// The root's folder in which it writes.
        var folder: FileIdentity
        /// Keeps other processes out.
        var lock: FileDescriptor
    }

    /// - Parameters:
    ///   - folder: the folder of the buckets.
    ///   - keepsACLs: whether descriptions say who may read a bucket and an object.
    init(_ layer: FolderLayer, folder: RelativePath, keepsACLs: Bool) {
        self.layer = layer
        self.folder = folder
        self.keepsACLs = keepsACLs
        pending = Self.pending(beside: folder)
    }

    /// The folder of what is not complete.
    /// - Parameter folder: that of the buckets.
    static func pending(beside folder: RelativePath) -> RelativePath { folder.appending(RelativePath(pendingName)!) }

    var root: FileRoot { layer.store.root }

    /// Begins to write, as the method below.
    /// - Throws: `S3SaveError` when the folder cannot be written, or another process writes into it.
    func start() throws(S3SaveError) {
        do throws(FileError) { try open() } catch {
            throw S3SaveError(error.code == .notPermitted ? Self.refusal(root.display(folder)) : error.description)
        }
    }

    /// Keeps other processes out, completes what an earlier one has begun, and deletes what it has left.
    /// - Throws: `FileError`; with the code `notPermitted` also when another process writes into the folder.
    func open() throws(FileError) { try root.keepingOpen { () throws(FileError) in try enter() } }

    /// The same in the folder that is open, which must stay open.
    private func enter() throws(FileError) {
        guard let lock = try root.lock(pending) else { throw FileError(.notPermitted, .writing, root.display(pending)) }
        try completePlans()
        for entry in try root.list(pending) {
            let path = pending.appending(RelativePath(entry.name)!)
            // A bucket's folder may have files that other users own.
            if entry.kind == .file { try root.delete(path) } else { try? deleteLeftover(path) }
        }
        let own = Hold(folder: root.identity, lock: lock)
        let isFirst = hold.withLock { hold in
            defer { hold = own }
            return hold == nil
        }
        if isFirst { root.beginWriting() }
    }

    /// Whether it writes in the folder that is open.
    private var holdsOpenFolder: Bool {
        let folder = root.identity
        return hold.withLock { $0?.folder == folder }
    }

    /// Call it before `stage` outside of a turn: another folder may have been opened.
    /// - Throws: `FileError` when that one cannot be written, or another process writes into it.
    func prepare() throws(FileError) {
        if !holdsOpenFolder { try exclusively { () throws(FileError) in try checkHold() } }
    }

    private func checkHold() throws(FileError) {
        guard holdsOpenFolder else { throw FileError(.notPermitted, .writing, root.display(pending)) }
    }

    private static func refusal(_ folder: String) -> String {
        "\(folder) cannot be written, or another server writes into it. Give each server a folder of its own, and the right to "
            + "write into it."
    }

    /// Lets other processes write, and leaves nothing beside the buckets. Does nothing if `open` has failed: then the folder is another one's.
    func end() {
        turns.withLock { _ in
            let isOpenFolder = holdsOpenFolder
            hold.withLock { hold in
                guard hold != nil else { return }
                if isOpenFolder { _ = try? root.deleteFolder(pending) }
                hold = nil
                root.endWriting()
            }
        }
    }

    /// Changes of the folder one after the other, each of them in one folder. The fixtures are not read meanwhile.
    func exclusively<Result: Sendable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let result = turns.withLock { _ -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(
                    try root.keepingOpen { () throws(Failure) -> Result in
                        // If it fails, `commit` refuses.
                        if !holdsOpenFolder { _ = try? enter() }
                        return try body()
                    })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Where long bodies are stored while they arrive: in the folder's file system, so that they need not be written again.
    var spoolFolder: SpoolFolder {
        // If it fails, so does the storing.
        _ = try? prepare()
        return SpoolFolder(path: "\(root.realPath)/\(pending.text)", origin: "s3.persist", isForEveryone: true)
    }

    /// A path beside the buckets for the folder of a bucket that is to be deleted. An earlier process may have left some.
    func newLeftoverPath() -> RelativePath {
        while true {
            let path = pending.appending(RelativePath("\(names.add(1, ordering: .relaxed).newValue).bucket")!)
            if root.kind(of: path, followingLinks: false) == nil { return path }
        }
    }

    /// Deletes a file, or a folder with everything in it. A link is deleted, not followed.
    func deleteLeftover(_ path: RelativePath) throws(FileError) {
        guard root.kind(of: path, followingLinks: false) == .folder else {
            try root.delete(path)
            return
        }
        for entry in try root.list(path) { try deleteLeftover(path.appending(RelativePath(entry.name)!)) }
        try root.deleteFolder(path)
    }

    // MARK: Staging

    /// Writes a content beside the buckets. Takes time.
    /// - Parameters:
    ///   - date: of the last modification, in seconds since 1970.
    ///   - sharing: whether the content may be the file itself, because nobody else keeps it.
    /// - Throws: `FileError`.
    func stage(_ content: ObjectContent, modified date: Int, sharing: Bool = false) throws(FileError) -> StagedFile {
        if sharing, case .held(let held) = content, let spooled = held.file, let staged = try adopt(spooled, modified: date) {
            return staged
        }
        return try stage(modified: date) { file throws(FileError) in
            var failure: FileError?
            do throws(S3Error) {
                try content.forEachPiece { piece in
                    guard failure == nil else { return }
                    do throws(FileError) { try file.append(piece) } catch { failure = error }
                }
            } catch {
                throw FileError(.notFound, .reading, error.message)
            }
            if let failure { throw failure }
        }
    }

    func stage(_ bytes: [UInt8], modified date: Int) throws(FileError) -> StagedFile {
        try stage(modified: date) { file throws(FileError) in try file.append(bytes) }
    }

    private func stage(modified date: Int, _ fill: (inout NewFile) throws(FileError) -> Void) throws(FileError) -> StagedFile {
        let path = pending.appending(RelativePath("\(names.add(1, ordering: .relaxed).newValue)")!)
        return try stage(path, modified: date, { () throws(FileError) in try root.newFile(at: path) }, fill)
    }

    /// Gives a file without a name its place beside the buckets.
    /// - Returns: nil when that is not possible: it is in another file system.
    private func adopt(_ spooled: SpooledFile, modified date: Int) throws(FileError) -> StagedFile? {
        let number = names.add(1, ordering: .relaxed).newValue
        var adopted = try root.adopt(spooled, number: number, in: pending)
        guard adopted != nil else { return nil }
        let path = pending.appending(RelativePath("\(number)")!)
        return try stage(path, modified: date, { () throws(FileError) in adopted.take()! }, { _ throws(FileError) in })
    }

    private func stage(
        _ path: RelativePath, modified date: Int, _ make: () throws(FileError) -> NewFile,
        _ fill: (inout NewFile) throws(FileError) -> Void
    ) throws(FileError) -> StagedFile {
        let folder = root.identity
        var file = try make()
        do throws(FileError) {
            try fill(&file)
            return StagedFile(path, try file.synchronize(modified: date), in: folder, of: root)
        } catch {
            _ = try? root.delete(path)
            throw error
        }
    }

    // MARK: Plans

    /// Makes all changes of a plan, in a turn.
    /// - Parameter files: the staged files that the plan moves. They stay when the plan is done or has still to be completed; otherwise
    ///   they are deleted with their last reference.
    /// - Throws: `FileError`, also when a staged file is in another folder than the open one, or gone. Then nothing has changed, or what is
    ///   left to do is done before the next plan.
    func commit(_ plan: CommitPlan, moving files: [StagedFile] = []) throws(FileError) {
        try checkHold()
        // A plan takes what is not there for moved already.
        for file in files where file.folder != root.identity || root.kind(of: file.path, followingLinks: false) == nil {
            throw FileError(.notFound, .writing, root.display(file.path))
        }
        if hasLeftPlan.load(ordering: .relaxed) {
            try completePlans()
            hasLeftPlan.store(false, ordering: .relaxed)
        }
        var done = 0
        if plan.isOneStep {
            try layer.changing { () throws(FileError) in try plan.perform(in: root, &done) }
            return files.forEach { $0.place() }
        }
        let record = pending.appending(RelativePath("\(names.add(1, ordering: .relaxed).newValue)\(Self.planEnd)")!)
        do throws(FileError) {
            try root.write(plan.bytes, to: record)
            try layer.changing { () throws(FileError) in try plan.perform(in: root, &done) }
        } catch {
            if done > 0 || !deletes(record) {
                hasLeftPlan.store(true, ordering: .relaxed)
                files.forEach { $0.place() }
            }
            throw error
        }
        files.forEach { $0.place() }
        // The change is made. A plan that stays is performed once more before the next one, which changes nothing then.
        do throws(FileError) { try root.delete(record) } catch { hasLeftPlan.store(true, ordering: .relaxed) }
    }

    /// Deletes a plan of which nothing was done.
    /// - Returns: false when it is still there.
    private func deletes(_ record: RelativePath) -> Bool {
        do throws(FileError) {
            try root.delete(record)
            return true
        } catch {
            return false
        }
    }

    /// Completes the plans that are there, the oldest first.
    private func completePlans() throws(FileError) {
        let names = try root.list(pending).map { String(decoding: $0.name, as: UTF8.self) }.filter { $0.hasSuffix(Self.planEnd) }
        let numbered = names.map { (number: Int($0.dropLast(Self.planEnd.utf8.count)) ?? 0, path: pending.appending(RelativePath($0)!)) }
        for (_, path) in numbered.sorted(by: { $0.number < $1.number }) {
            var done = 0
            if let plan = CommitPlan(try root.read(path), below: folder) {
                try layer.changing { () throws(FileError) in try plan.perform(in: root, &done) }
            }
            try root.delete(path)
        }
    }
}
