public import FileStore
internal import Synchronization

/// Whether files of mappings have become others than those that were read, or saved by ourselves.
extension FixtureFolder {
    /// Looks at all of them, and at none of their contents. What it finds counts as seen.
    public func takeChanges() -> Bool {
        var found: [RelativePath: FileStamp] = [:]
        for path in root.walk(Self.mappings, includesHidden: false).files where MappingFormat(path) != nil {
            found[path] = root.stamp(of: path)
        }
        return versions.withLock { known in
            defer { known = found }
            return known != found
        }
    }

    /// The folders in which a change may be one of mappings; the first one is that in which `mappings` itself may appear.
    public var mappingFolders: [RelativePath] { [.root] + root.walk(Self.mappings, includesHidden: false).folders }

    /// Notes that a file is as we have left it.
    func noteOwnChange(_ path: RelativePath) {
        let stamp = root.stamp(of: path)
        versions.withLock { $0[path] = stamp }
    }
}
