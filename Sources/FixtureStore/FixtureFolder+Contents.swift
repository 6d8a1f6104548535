internal import FileStore
package import JSONDocument
internal import StubModel
internal import Synchronization

/// Warnings about the content of files: templates that are not rendered, invalid JSON, pictures whose format does not match their name.
extension FixtureFolder {
    /// Findings by version, so that an unchanged file is read once.
    struct KnownContents: Sendable {
        var findings: [RelativePath: (stamp: FileStamp, finding: ContentFinding)] = [:]
        /// Hashes of the versions of files about which there is nothing to say: a few bytes for each of 100,000 pictures.
        var plain: Set<Int> = []
        /// What has been reported since it was found.
        var announced: Set<Problem> = []
    }

    /// Checks the files of `__files/` and `s3/`. Reads them, so call it after the start. Any thread.
    ///
    /// `"deliberate": true` in `<file>.meta.json` silences the warnings about the file.
    /// - Parameter isCancelled: asked before each file; then the call ends, and returns none.
    /// - Returns: warnings that no earlier call returned, in the order of the files.
    package func contentWarnings(unless isCancelled: () -> Bool = { false }) -> [Problem] {
        contents.withLock { known in
            guard let found = contentWarnings(&known, unless: isCancelled) else { return [] }
            defer { known.announced = Set(found) }
            return found.filter { !known.announced.contains($0) }
        }
    }

    /// - Returns: nil when it was cancelled.
    private func contentWarnings(_ known: inout KnownContents, unless isCancelled: () -> Bool) -> [Problem]? {
        let uses = bodyFileUses.withLock { $0 }
        var usesByPath: [RelativePath: [BodyFileUse]] = [:]
        for use in uses where !use.name.contains("{{") {
            RelativePath(resolving: use.name).map { usesByPath[Self.files.appending($0), default: []].append(use) }
        }
        let templatedNames = uses.filter { $0.name.contains("{{") && $0.isTemplated }.map(\.literalBeginning)
        var problems: [Problem] = []
        var findings: [RelativePath: (stamp: FileStamp, finding: ContentFinding)] = [:]
        var plain: Set<Int> = []
        for part in [Self.files, Self.objects] {
            for path in root.walk(part, includesHidden: false).files where !path.text.hasSuffix(FileMetadata.suffix) {
                if isCancelled() { return nil }
                guard let stamp = root.stamp(of: path) else { continue }
                let version = Self.hash(path, stamp)
                if known.plain.contains(version) {
                    plain.insert(version)
                    continue
                }
                guard let finding = finding(path, stamp, known) else { continue }
                if finding.isEmpty {
                    plain.insert(version)
                    continue
                }
                findings[path] = (stamp, finding)
                if (try? store.metadata(of: path))?.isDeliberate == true { continue }
                let isNamedByTemplate =
                    part == Self.files
                    && path.relative(to: Self.files).map { path in templatedNames.contains { path.text.hasPrefix($0) } } ?? false
                problems += warnings(
                    about: path, finding, usesByPath[path] ?? [], isRendered: isNamedByTemplate, isBody: part == Self.files)
            }
        }
        known.findings = findings
        known.plain = plain
        return problems
    }

    private static func hash(_ path: RelativePath, _ stamp: FileStamp) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(stamp)
        return hasher.finalize()
    }

    private func finding(_ path: RelativePath, _ stamp: FileStamp, _ known: KnownContents) -> ContentFinding? {
        if let known = known.findings[path], known.stamp == stamp { return known.finding }
        return ContentFinding(of: path, size: stamp.size, in: root)
    }

    /// - Parameters:
    ///   - isRendered: whether a stub may render the file as a template.
    ///   - isBody: whether it is in `__files/`.
    private func warnings(
        about path: RelativePath, _ finding: ContentFinding, _ uses: [BodyFileUse], isRendered: Bool, isBody: Bool
    ) -> [Problem] {
        let name = root.display(path)
        let deliberate = "If it is meant: {\"deliberate\": true} in \(path.text.split(separator: "/").last ?? "")\(FileMetadata.suffix)."
        if let kind = finding.otherKind {
            let mediaType = FileMediaTypes.of(path.fileExtension)
            return [
                Problem(
                    source: name, message: "the bytes are \(kind.name), and are served as \(mediaType)",
                    repair: "Let the name end in \".\(kind.fileExtension)\". \(deliberate)")
            ]
        }
        if var problem = finding.notJSON {
            problem.message += ", so that clients cannot read this JSON"
            problem.repair = (problem.repair.map { "\($0) " } ?? "") + deliberate
            return [problem]
        }
        guard let place = finding.template, isBody, templating != .none else { return [] }
        let plain = uses.filter { !$0.isTemplated }
        if !plain.isEmpty, templating == .named {
            return plain.map {
                $0.problem(
                    "the body file \"\(name)\" contains a template (\(place.line):\(place.column)), and is sent unchanged",
                    repair: "Add \"transformers\": [\"response-template\"] to the response. \(deliberate)")
            }
        }
        guard uses.isEmpty, !isRendered, templating == .named else { return [] }
        return [
            Problem(
                source: name, position: place, message: "a template, but this file is sent unchanged at its own path",
                repair: "Name it in a stub with \"transformers\": [\"response-template\"]. \(deliberate)")
        ]
    }
}
