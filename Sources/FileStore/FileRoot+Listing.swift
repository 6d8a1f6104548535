internal import Glibc
package import SystemCalls

/// One entry of a folder.
package struct FolderEntry: Sendable, Hashable {
    /// The name, without the folder.
    package var name: [UInt8]
    /// What it is. A link is `.link`, wherever it leads.
    package var kind: FileStatus.Kind
}

extension FileRoot {
    /// The entries of a folder, in the order of their bytes.
    /// - Parameter most: how many are read; which ones is up to the file system.
    /// - Throws: `FileError`; `.notFound` when the folder does not exist.
    package func list(_ folder: RelativePath, most: Int = .max) throws(FileError) -> [FolderEntry] {
        try list(try open(folder, flags: O_RDONLY | O_DIRECTORY), folder, most: most)
    }

    private func list(_ descriptor: FileDescriptor, _ folder: RelativePath, most: Int = .max) throws(FileError) -> [FolderEntry] {
        // The directory stream closes its own descriptor.
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else {
            let code = errno
            if copy >= 0 { close(copy) }
            throw FileError(errno: code, .listing, display(folder))
        }
        defer { unsafe closedir(stream) }
        var entries: [FolderEntry] = []
        while entries.count < most {
            // At the end and after a failure the result is the same; only the second sets `errno`.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw FileError(errno: errno, .listing, display(folder)) }
                break
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: UInt8.self, capacity: 256) { name in
                    unsafe Array(
                        UnsafeBufferPointer(start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))))
                }
            }
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
            let kind: FileStatus.Kind =
                switch unsafe Int(entry.pointee.d_type) {
                case Int(DT_REG): .file
                case Int(DT_DIR): .folder
                case Int(DT_LNK): .link
                case Int(DT_UNKNOWN): peek(folder.appending(name: name), followingLinks: false)?.kind ?? .other
                default: .other
                }
            entries.append(FolderEntry(name: name, kind: kind))
        }
        return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// The result of walking through a folder.
    package struct Walk: Sendable {
        /// All regular files, in the order of the bytes of their paths.
        package var files: [RelativePath] = []
        /// The folders that were read, including the first.
        package var folders: [RelativePath] = []
        /// Folders that cannot be read; links that leave the root or lead in a circle; pipes, sockets and devices.
        package var problems: [FileError] = []
        /// Links without a target. Hidden ones are left out: editors make them as locks.
        package var linksToNothing: [RelativePath] = []
        /// The links that were followed, or would be if they had a target.
        package var links: [RelativePath] = []
        /// The files that were left out because their names begin with a dot; no links, and none in hidden folders.
        package var hiddenFiles: [RelativePath] = []
    }

    /// Finds every regular file below a folder. Links are followed within the root. A missing folder counts as empty. A link to a folder
    /// that contains it is a problem.
    /// - Parameters:
    ///   - includesHidden: whether names that begin with a dot are included.
    ///   - entering: called with each folder before it is read.
    ///   - isCancelled: asked before each entry of a folder; then the walk ends, and is incomplete.
    package func walk(
        _ folder: RelativePath, includesHidden: Bool = true, entering: (RelativePath, FileDescriptor) -> Void = { _, _ in },
        unless isCancelled: () -> Bool = { false }
    ) -> Walk {
        var all: [RelativePath] = []
        var walk = visit(folder, includesHidden: includesHidden, entering: entering, unless: isCancelled) { all += $1 }
        walk.files = all.sorted()
        return walk
    }

    /// The same without keeping the files, of which there may be many.
    /// - Parameter found: called with each folder and the files directly in it, in the order of their names; those of the folders below
    ///   come before.
    /// - Returns: what was found beside files.
    package func visit(
        _ folder: RelativePath, includesHidden: Bool = true, entering: (RelativePath, FileDescriptor) -> Void = { _, _ in },
        unless isCancelled: () -> Bool = { false }, _ found: (RelativePath, [RelativePath]) -> Void
    ) -> Walk {
        var walk = Walk()
        var ancestors: Set<FileIdentity> = []
        descend(folder, &ancestors, includesHidden, isCancelled, entering, found, &walk)
        walk.problems.removeAll { $0.code == .notFound && $0.path == display(folder) }
        return walk
    }

    private func descend(
        _ folder: RelativePath, _ ancestors: inout Set<FileIdentity>, _ includesHidden: Bool, _ isCancelled: () -> Bool,
        _ entering: (RelativePath, FileDescriptor) -> Void, _ found: (RelativePath, [RelativePath]) -> Void, _ walk: inout Walk
    ) {
        let entries: [FolderEntry]
        let identity: FileIdentity
        do throws(FileError) {
            let descriptor = try open(folder, flags: O_RDONLY | O_DIRECTORY)
            identity = try descriptor.status().stamp.identity
            if ancestors.contains(identity) { throw FileError(.circle, .listing, display(folder)) }
            entering(folder, descriptor)
            entries = try list(descriptor, folder)
        } catch {
            walk.problems.append(explained(error, folder))
            return
        }
        ancestors.insert(identity)
        walk.folders.append(folder)
        var files: [RelativePath] = []
        for entry in entries where !isCancelled() {
            let path = folder.appending(name: entry.name)
            if !includesHidden, entry.name.first == UInt8(ascii: ".") {
                if entry.kind == .file { walk.hiddenFiles.append(path) }
                continue
            }
            switch entry.kind {
            case .file: files.append(path)
            case .folder: descend(path, &ancestors, includesHidden, isCancelled, entering, found, &walk)
            case .link:
                walk.links.append(path)
                do throws(FileError) {
                    switch try status(of: path)?.kind {
                    case .file: files.append(path)
                    case .folder: descend(path, &ancestors, includesHidden, isCancelled, entering, found, &walk)
                    case nil where entry.name.first != UInt8(ascii: "."): walk.linksToNothing.append(path)
                    case .other: walk.problems.append(FileError(.wrongKind, .reading, display(path)))
                    default: break
                    }
                } catch {
                    walk.problems.append(explained(error, path))
                }
            case .other: walk.problems.append(FileError(.wrongKind, .reading, display(path)))
            }
        }
        if !files.isEmpty { found(folder, files) }
        ancestors.remove(identity)
    }

    /// The error with the target of the link, if a link caused it.
    private func explained(_ error: FileError, _ path: RelativePath) -> FileError {
        var error = error
        if error.isOfLink { error.linkTarget = linkTarget(of: path) }
        return error
    }
}

extension FileStamp {
    /// Which file it is, whatever its version.
    package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
