internal import FileStore
internal import HTTPMessage
package import JSONDocument
package import StubModel
internal import Synchronization

/// Saves mappings to `mappings/`, one per file, atomically.
extension FixtureFolder {
    /// Writes a mapping to the file that its id was read from or saved to, or else to a new one.
    /// - Parameter fileName: name of a new file in `mappings/`, made valid for all systems; nil for `MappingFileName.standard`.
    /// - Returns: the file's path, as messages name it.
    /// - Throws: `Problem` when the file has other mappings too, is YAML, or cannot be written; and when the name of a new one is no
    ///   mapping's, or another mapping's file has it.
    @discardableResult
    package func save(_ mapping: StubMapping, fileName: String? = nil) throws(Problem) -> String {
        let home = try home(of: mapping, fileName)
        switch home.form {
        case .single: break
        case .several:
            throw Problem(
                source: root.display(home.path), message: "the file holds several mappings, so that one of them cannot be written back",
                repair: "Give each of them a file of its own.")
        case .yaml:
            throw Problem(
                source: root.display(home.path), message: "the file is YAML, which is read but not written",
                repair: "Change it there, or make it JSON.")
        }
        let isNew = try claim(home, for: mapping)
        do throws(FileError) {
            try write(mapping, to: home.path)
        } catch {
            if isNew { homes.withLock { $0[mapping.id] = nil } }
            throw Problem(error)
        }
        noteOwnChange(home.path)
        return root.display(home.path)
    }

    /// The file that a mapping was read from or saved to, for messages; nil if there is none. Any thread.
    package func file(of id: UniqueID) -> String? { homes.withLock { $0[id] }.map { root.display($0.path) } }

    /// Makes a file the mapping's own before it is written, so that no other mapping is saved to it meanwhile.
    /// - Returns: whether the mapping had none.
    /// - Throws: `Problem` when the name is no mapping's, or the file is another mapping's.
    private func claim(_ home: MappingHome, for mapping: StubMapping) throws(Problem) -> Bool {
        let path = home.path
        func refusal(_ message: String) -> Problem {
            Problem(source: root.display(path), message: message, repair: "Change --filename-template; {{{id}}}.json is always free.")
        }
        if homes.withLock({ $0[mapping.id] != nil }) { return false }
        guard MappingFormat(path) == .json else {
            throw refusal("a mapping saved under this name would never be read: it must end in \".json\"")
        }
        let isFree = homes.withLock { homes in
            guard !homes.values.contains(where: { $0.path == path }) else { return false }
            homes[mapping.id] = home
            return true
        }
        guard isFree else { throw refusal("another stub mapping is saved in this file") }
        // A name with the id belongs to this mapping, even if the file was written by another program.
        guard root.stamp(of: path) == nil || path.text.contains(mapping.id.description) else {
            homes.withLock { $0[mapping.id] = nil }
            throw refusal("there is a file of this name, which is not this stub mapping's")
        }
        return true
    }

    /// Deletes the file that a mapping was read from or saved to. A file with several mappings stays, and so does YAML.
    /// - Returns: false when there is none.
    /// - Throws: `Problem` when the file cannot be deleted.
    @discardableResult
    package func deleteFile(of mapping: StubMapping) throws(Problem) -> Bool {
        guard let home = homes.withLock({ $0[mapping.id] }), home.form == .single else { return false }
        let wasThere: Bool
        do throws(FileError) { wasThere = try delete(home.path) } catch { throw Problem(error) }
        homes.withLock { $0[mapping.id] = nil }
        noteOwnChange(home.path)
        return wasThere
    }

    /// Deletes a file, and then its targets. Those of a file that others took away stay: it may come back (`git stash`).
    /// - Returns: whether it was there.
    private func delete(_ path: RelativePath) throws(FileError) -> Bool {
        try saving.withLock { _ throws(FileError) -> Bool in
            guard try root.delete(path) else { return false }
            let old = APITargets.read(root).targets
            let new = old.dropping(path)
            // Targets that stay are only not trusted.
            if !new.isSame(as: old) { try? new.write(root) }
            return true
        }
    }

    /// Writes the file, after its targets. Both under one lock: a mapping that is deleted takes its targets along.
    private func write(_ mapping: StubMapping, to path: RelativePath) throws(FileError) {
        try saving.withLock { _ throws(FileError) in
            try remember(mapping, path)
            try root.write(JSONValue.object(mapping.fileJSON).bytes(.pretty) + [UInt8(ascii: "\n")], to: path)
        }
    }

    /// Records the targets of a mapping that is about to be written, except those that its author wrote into the file. Needs the lock.
    private func remember(_ mapping: StubMapping, _ path: RelativePath) throws(FileError) {
        let targets = Set(mapping.literalTargets.map(\.authority)).subtracting(mapping.operatorTargets)
        guard !targets.isEmpty else { return }
        let old = APITargets.read(root).targets
        let new = old.adding(targets, in: path)
        if !old.isReadable || !new.isSame(as: old) { try new.write(root) }
    }

    /// The known file of a mapping, or a new one of that name.
    private func home(of mapping: StubMapping, _ fileName: String?) throws(Problem) -> MappingHome {
        if let known = homes.withLock({ $0[mapping.id] }) { return known }
        let fileName = fileName.map(MappingFileName.sanitised) ?? MappingFileName.standard(for: mapping)
        guard let name = RelativePath(fileName.utf8), !name.name.isEmpty else {
            throw Problem(source: root.display(Self.mappings), message: "the file name has no character that file names may have")
        }
        return MappingHome(path: Self.mappings.appending(name))
    }
}
