internal import AdminAPI
internal import FileStore
internal import FixtureStore
internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// `__files/` for the admin API.
struct AdminBodyFolder: BodyFolder {
    let folder: FixtureFolder

    func list() throws -> [String] { folder.fileNames() }

    func read(_ path: String) throws -> BodySource? {
        try confined(path) { () throws(FileError) in try folder.file(path)?.body }
    }

    func write(_ path: String, _ bytes: [UInt8]) throws {
        try confined(path) { () throws(FileError) in try folder.writeFile(path, bytes) }
    }

    func remove(_ path: String) throws {
        try confined(path) { () throws(FileError) in _ = try folder.deleteFile(path) }
    }

    func mediaType(_ path: String) -> String { FileMediaTypes.of(path.split(separator: ".").last.map { $0.lowercased() } ?? "") }

    private func confined<T>(_ path: String, _ body: () throws(FileError) -> T) throws -> T {
        // The file system's limits, checked before anything is written.
        if path.hasSuffix("/") { throw BodyFolderError.impossible(path, reason: "it ends in a slash") }
        if path.utf8.contains(0) { throw BodyFolderError.impossible(path, reason: "it contains a NUL") }
        if path.utf8.count > 3_000 { throw BodyFolderError.impossible(path, reason: "it has more than 3000 bytes") }
        if path.split(separator: "/").contains(where: { $0.utf8.count > 255 }) {
            throw BodyFolderError.impossible(path, reason: "a name in it has more than 255 bytes")
        }
        do throws(FileError) {
            return try body()
        } catch {
            if error.isOfLink || error.code == .invalidPath { throw BodyFolderError.outside(path) }
            if error.code == .wrongKind {
                let reason = error.operation == .makingFolder ? "\"\(error.path)\" is a file, and no folder" : error.cause
                throw BodyFolderError.impossible(path, reason: reason)
            }
            throw error
        }
    }
}

/// `mappings/` for the admin API.
struct AdminMappingFolder: MappingFolder {
    let folder: FixtureFolder
    /// Names the file of a mapping that is saved for the first time; nil uses WireMock's names.
    let fileName: FileNameTemplate?
    /// Reads the fixtures again and drops all other stubs; returns the problems.
    let reset: @Sendable () -> [Problem]

    func reload() throws {
        let problems = reset()
        if !problems.isEmpty { throw MappingFolderError.problems(problems) }
    }

    func save(_ mappings: [StubMapping]) throws {
        var failures: [Problem] = []
        for mapping in mappings {
            do throws(Problem) { try folder.save(mapping, fileName: fileName?.name(for: mapping)) } catch { failures.append(error) }
        }
        if !failures.isEmpty { throw MappingFolderError.failed(failures.map(\.description).joined(separator: " ")) }
    }

    func file(of id: UniqueID) -> String? { folder.file(of: id) }

    func remove(_ mappings: [StubMapping]) throws {
        for mapping in mappings {
            do throws(Problem) { try folder.deleteFile(of: mapping) } catch {
                throw MappingFolderError.failed(error.description)
            }
        }
    }
}
