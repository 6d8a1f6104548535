internal import FileStore

/// The folder of mocks that a recording goes into.
package enum RecordingFolder {
    /// The folders in it, so that all of it is watched and served from the beginning.
    private static let names = ["mappings", "__files", "s3"]

    /// Makes the folder and its subfolders, and keeps what already exists. The parent folder must exist.
    /// - Throws: `StartFailure` with 66 when it cannot be made.
    package static func make(_ path: String) throws(StartFailure) {
        do throws(FileError) {
            let isThere = (try? FileRoot(path)) != nil
            if !isThere {
                let pieces = path.split(separator: "/", omittingEmptySubsequences: true)
                let above = (path.hasPrefix("/") ? "/" : "") + pieces.dropLast().joined(separator: "/")
                guard let name = pieces.last.map(String.init).flatMap({ RelativePath($0) }) else { return }
                try FileRoot(above.isEmpty ? "." : above).makeFolder(name)
            }
            let root = try FileRoot(path)
            for name in names { if let name = RelativePath(name) { try root.makeFolder(name) } }
        } catch {
            throw StartFailure(["\(error)"], exit: .noMocks)
        }
    }
}
