package import FileStore
internal import Synchronization

/// Detects changes of mapping files by others.
extension FixtureFolder {
    /// Whether a mapping file has changed since the last call, by its status and not by its content.
    package func takeChanges() -> Bool {
        var found: [RelativePath: FileStamp] = [:]
        for path in root.walk(Self.mappings, includesHidden: false).files where MappingFormat(path) != nil {
            found[path] = root.stamp(of: path)
        }
        let changed = versions.withLock { known in
            defer { known = found }
            return Set(known.keys).union(found.keys).filter { known[$0] != found[$0] }
        }
        changedFiles.withLock { $0.formUnion(changed) }
        return !changed.isEmpty
    }

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
        func count(_ part: RelativePath) -> [RelativePath] {
            root.walk(part).files.filter { !$0.text.hasSuffix(FileMetadata.suffix) && !$0.name.starts(with: [UInt8(ascii: ".")]) }
        }
        let objects = count(Self.objects).filter { $0.parent != Self.objects }
        let buckets = root.walk(Self.objects).folders.filter { $0.parent == Self.objects }
        return (count(Self.files).count, buckets.count, objects.count)
    }

    /// The folders to watch for changes of mappings. The first one is the folder in which `mappings` itself may appear.
    package var mappingFolders: [RelativePath] { [.root] + root.walk(Self.mappings, includesHidden: false).folders }

    /// Notes that the current version of a file is our own.
    func noteOwnChange(_ path: RelativePath) {
        let stamp = root.stamp(of: path)
        versions.withLock { $0[path] = stamp }
    }
}
