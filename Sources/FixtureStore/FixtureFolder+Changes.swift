package import FileStore
internal import Synchronization

/// Whether files of mappings have become others than those that were read, or saved by ourselves.
extension FixtureFolder {
    /// Looks at all of them, and at none of their contents. What it finds counts as seen.
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

    /// The files that `takeChanges` has found since the last call, in order of their names, as problems name them.
    package func takeChangedFiles() -> [String] {
        changedFiles.withLock { files in
            defer { files = [] }
            return files.map { root.display($0) }.sorted()
        }
    }

    /// Whether `understudy.json` is another than at the start, or than at the last call.
    package func takeSettingsChange() -> Bool {
        let stamp = root.stamp(of: Self.settings)
        return settingsStamp.withLock { known in
            defer { known = stamp }
            return known != stamp
        }
    }

    /// How much there is besides mappings: files in `__files`, buckets and objects. Walks all of it.
    package func inventory() -> (files: Int, buckets: Int, objects: Int) {
        func count(_ part: RelativePath) -> [RelativePath] {
            root.walk(part).files.filter { !$0.text.hasSuffix(FileMetadata.suffix) && !$0.name.starts(with: [UInt8(ascii: ".")]) }
        }
        let objects = count(Self.objects).filter { $0.parent != Self.objects }
        let buckets = root.walk(Self.objects).folders.filter { $0.parent == Self.objects }
        return (count(Self.files).count, buckets.count, objects.count)
    }

    /// The folders in which a change may be one of mappings; the first one is that in which `mappings` itself may appear.
    package var mappingFolders: [RelativePath] { [.root] + root.walk(Self.mappings, includesHidden: false).folders }

    /// Notes that a file is as we have left it.
    func noteOwnChange(_ path: RelativePath) {
        let stamp = root.stamp(of: path)
        versions.withLock { $0[path] = stamp }
    }
}
