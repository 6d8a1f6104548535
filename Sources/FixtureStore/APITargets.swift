internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import StubModel
internal import Synchronization

/// Targets of mappings that were added by the admin API and then saved to files: they stay as untrusted as before.
///
/// Stored in `mappings/.api-targets`, which must be kept with the mappings: `{"mappings/a.json": ["127.0.0.1:9090"]}`. The name does not
/// end in `.json`, because WireMock reads every such file below `mappings`, and refuses to start when one is no mapping.
struct APITargets: Sendable {
    static let path = RelativePath("mappings/.api-targets")!
    /// The name in earlier versions.
    static let formerPath = RelativePath("mappings/.api-targets.json")!

    /// By the file's path. Nil when a file of notes cannot be read; then no target in a mapping file is trusted.
    private var known: [String: Set<String>]?

    /// Reads them, also from the file of earlier versions; none when neither exists.
    /// - Returns: also why the first of them that cannot be read cannot.
    static func read(_ root: FileRoot) -> (targets: APITargets, flaw: Problem?) {
        var known: [String: Set<String>] = [:]
        for path in [Self.path, Self.formerPath] {
            let bytes: [UInt8]
            do throws(FileError) { bytes = try root.readVersion(path).bytes } catch {
                if error.code == .notFound { continue }
                return (APITargets(known: nil), unreadable(path, root, error.cause))
            }
            guard let object = (try? JSONValue.parse(bytes))?.object else {
                return (APITargets(known: nil), unreadable(path, root, "it is not a JSON object"))
            }
            for (name, value) in object { known[name, default: []].formUnion((value.array ?? []).compactMap(\.string)) }
        }
        return (APITargets(known: known), nil)
    }

    private static func unreadable(_ path: RelativePath, _ root: FileRoot, _ reason: String) -> Problem {
        Problem(
            source: root.display(path), position: .start,
            message: "this cannot be read (\(reason)), so that no target in a file of mappings is allowed by being named there",
            repair: "Restore it, or delete it to trust all targets in mappings/.")
    }

    /// The targets of a mapping in that file that its author wrote there.
    func written(by mapping: StubMapping, in file: RelativePath) -> Set<TargetAuthority> {
        guard let known else { return [] }
        let targets = Set(mapping.literalTargets.map(\.authority))
        guard let mistrusted = known[file.text] else { return targets }
        return targets.filter { !mistrusted.contains($0.description) }
    }

    /// The same with these targets added to those of the file.
    func adding(_ targets: Set<TargetAuthority>, in file: RelativePath) -> APITargets {
        var result = self
        result.known?[file.text, default: []].formUnion(targets.map(\.description))
        return result
    }

    /// The same without those of a file that the server has deleted. A name that is not ASCII may stand for several files.
    func dropping(_ file: RelativePath) -> APITargets {
        var result = self
        if file.bytes.allSatisfy({ $0 < 0x80 }) { result.known?[file.text] = nil }
        return result
    }

    var isReadable: Bool { known != nil }

    func isSame(as other: APITargets) -> Bool { known == other.known }

    /// Also removes the file of earlier versions.
    /// - Throws: `FileError`, also when the existing targets could not be read, because they would be lost.
    func write(_ root: FileRoot) throws(FileError) {
        guard let known else { throw FileError(.wrongKind, .writing, root.display(Self.path)) }
        let object = JSONObject(
            known.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.array($0.value.sorted().map { .string($0) })) })
        try root.write(JSONValue.object(object).bytes(.pretty) + [UInt8(ascii: "\n")], to: Self.path)
        try root.delete(Self.formerPath)
    }
}
