package import FileStore
internal import Synchronization
package import SystemCalls

extension FileRoot.Walk {
    /// Its problems as texts, to compare with those of another walk.
    var unreachable: Set<String> { Set(problems.map(\.description)) }
}

/// Detects changes of mapping files by others.
extension FixtureFolder {
    /// Whether a mapping file has changed since the last call or the last load: by its status, and by its content while its last change is
    /// so recent that the next one may show the same status. Also whether what cannot be reached (folders, links) is something else than
    /// before.
    package func takeChanges() -> Bool { takeChanges(root.walk(Self.mappings, includesHidden: false)) }

    /// The same for files that have just been found.
    package func takeChanges(_ walk: FileRoot.Walk) -> Bool {
        var found: [RelativePath: FileStamp] = [:]
        for path in walk.files where MappingFormat(path) != nil { found[path] = root.stamp(of: path) }
        let changed = versions.withLock { known in
            defer { known = found }
            return Set(known.keys).union(found.keys).filter { known[$0] != found[$0] }
        }
        let isReachedOtherwise = unreachable.withLock { known in
            defer { known = walk.unreachable }
            return known != walk.unreachable
        }
        let rewritten = takeUnsettled()
        changedFiles.withLock { $0.formUnion(changed.union(rewritten)) }
        return isReachedOtherwise || !changed.isEmpty || !rewritten.isEmpty
    }

    /// The files whose content has changed although their status may not show it. Forgets those whose status shows every later change.
    private func takeUnsettled() -> Set<RelativePath> {
        unsettled.withLock { unsettled in
            var rewritten: Set<RelativePath> = []
            for (path, bytes) in unsettled {
                let version = try? root.readVersion(path)
                if let version, version.bytes != bytes { rewritten.insert(path) }
                if let version, !root.isSettled(version.stamp) { unsettled[path] = version.bytes } else { unsettled[path] = nil }
            }
            return rewritten
        }
    }

    /// Whether a mapping file changed so recently that it must be looked at again.
    package var hasUnsettled: Bool { !unsettled.withLock { $0.isEmpty } }

    /// The files that `takeChanges` has found since the last call of this method, sorted by name, as messages name them.
    package func takeChangedFiles() -> [String] {
        changedFiles.withLock { files in
            defer { files = [] }
            return files.map { root.display($0) }.sorted()
        }
    }

    /// Whether `understudy.json` has changed since the start, or since the last call.
    package func takeSettingsChange() -> Bool {
        let stamp = root.stamp(of: Self.settings)
        return settingsStamp.withLock { known in
            defer { known = stamp }
            return known != stamp
        }
    }

    /// The numbers of files in `__files`, of buckets and of objects. Walks through all folders, so it may take time.
    package func inventory() -> (files: Int, buckets: Int, objects: Int) {
        func count(_ files: [RelativePath]) -> Int { files.count { !$0.isDescription && $0.name.first != UInt8(ascii: ".") } }
        var (files, objects) = (0, 0)
        _ = root.visit(Self.files) { files += count($1) }
        let walk = root.visit(Self.objects) { folder, files in if folder != Self.objects { objects += count(files) } }
        return (files, walk.folders.count { $0.parent == Self.objects }, objects)
    }

    /// Deletes what killed servers left half written in `mappings` and `__files`. Walks through these folders, so it may take time. What is
    /// written into `s3` is beside the buckets (decision 0181).
    /// - Parameter isCancelled: asked before each file; then the others stay.
    /// - Returns: how many files that were.
    package func deleteAbandonedFiles(unless isCancelled: () -> Bool = { false }) -> Int {
        [Self.mappings, Self.files].reduce(0) { $0 + root.deleteAbandoned(in: $1, unless: isCancelled) }
    }

    /// What there is below `mappings`. The folders to watch are these, and the root, in which `mappings` itself may appear.
    package func walkMappings() -> FileRoot.Walk { root.walk(Self.mappings, includesHidden: false) }

    /// What responses are made of besides mappings.
    package enum Contents: Sendable {
        /// `__files`.
        case bodies
        /// `s3`.
        case objects

        fileprivate var folder: RelativePath { self == .bodies ? FixtureFolder.files : FixtureFolder.objects }
    }

    /// The folders with these contents, the uppermost included. Walks through all of them, so it may take time.
    package func folders(of contents: Contents) -> [RelativePath] {
        root.visit(contents.folder, includesHidden: false) { _, _ in }.folders
    }

    /// Which folder is the uppermost one; nil when there is none.
    package func identity(of contents: Contents) -> FileIdentity? { root.stamp(of: contents.folder)?.identity }

    /// Notes that the current version of a file is our own.
    func noteOwnChange(_ path: RelativePath) {
        let stamp = root.stamp(of: path)
        versions.withLock { $0[path] = stamp }
    }
}
