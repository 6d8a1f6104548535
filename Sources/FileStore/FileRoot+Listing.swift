internal import Glibc

/// One name in a folder.
package struct FolderEntry: Sendable, Hashable {
    package var name: [UInt8]
    /// A link is `.link`, wherever it leads.
    package var kind: FileStatus.Kind
}

extension FileRoot {
    /// The names in a folder, in the order of their bytes.
    /// - Throws: `FileError`; `.notFound` when there is no such folder.
    package func list(_ folder: RelativePath) throws(FileError) -> [FolderEntry] {
        try list(try open(folder, flags: O_RDONLY | O_DIRECTORY), folder)
    }

    private func list(_ descriptor: FileDescriptor, _ folder: RelativePath) throws(FileError) -> [FolderEntry] {
        // The stream closes its own descriptor.
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else { throw FileError(errno: errno, .listing, display(folder)) }
        defer { unsafe closedir(stream) }
        var entries: [FolderEntry] = []
        while let entry = unsafe readdir(stream) {
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

    /// What was found by walking through a folder.
    package struct Walk: Sendable {
        /// In the order of their bytes, whole paths compared.
        package var files: [RelativePath] = []
        /// Those that were looked into, the first one included.
        package var folders: [RelativePath] = []
        /// Folders that could not be read, links that leave the root or go in a circle.
        package var problems: [FileError] = []
        /// Hidden ones left out: editors make them as locks.
        package var linksToNothing: [RelativePath] = []
    }

    /// Every regular file beneath a folder, links followed as far as they stay within the root. A folder that does not exist is an
    /// empty one. A link to a folder that it is itself in is a problem.
    /// - Parameter includesHidden: whether names that begin with a dot count.
    package func walk(_ folder: RelativePath, includesHidden: Bool = true) -> Walk {
        var walk = Walk()
        var ancestors: Set<FileStamp.Identity> = []
        descend(folder, &ancestors, includesHidden, &walk)
        walk.problems.removeAll { $0.code == .notFound && $0.path == display(folder) }
        walk.files.sort()
        return walk
    }

    private func descend(
        _ folder: RelativePath, _ ancestors: inout Set<FileStamp.Identity>, _ includesHidden: Bool, _ walk: inout Walk
    ) {
        let entries: [FolderEntry]
        let identity: FileStamp.Identity
        do throws(FileError) {
            let descriptor = try open(folder, flags: O_RDONLY | O_DIRECTORY)
            identity = try descriptor.status().stamp.identity
            if ancestors.contains(identity) { throw FileError(.circle, .listing, display(folder)) }
            entries = try list(descriptor, folder)
        } catch {
            walk.problems.append(explained(error, folder))
            return
        }
        ancestors.insert(identity)
        walk.folders.append(folder)
        for entry in entries where includesHidden || entry.name.first != UInt8(ascii: ".") {
            let path = folder.appending(name: entry.name)
            switch entry.kind {
            case .file: walk.files.append(path)
            case .folder: descend(path, &ancestors, includesHidden, &walk)
            case .link:
                do throws(FileError) {
                    switch try status(of: path)?.kind {
                    case .file: walk.files.append(path)
                    case .folder: descend(path, &ancestors, includesHidden, &walk)
                    case nil where entry.name.first != UInt8(ascii: "."): walk.linksToNothing.append(path)
                    default: break
                    }
                } catch {
                    walk.problems.append(explained(error, path))
                }
            case .other: break
            }
        }
        ancestors.remove(identity)
    }

    /// The same, with where the path leads if it is a link and that is the trouble.
    private func explained(_ error: FileError, _ path: RelativePath) -> FileError {
        var error = error
        if error.isOfLink { error.linkTarget = linkTarget(of: path) }
        return error
    }
}

extension FileStamp {
    /// The file itself, whatever is in it.
    struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    var identity: Identity { Identity(device: device, inode: inode) }
}
