internal import FileStore
package import JSONDocument
internal import StubModel
internal import Synchronization

/// Warnings about the content of files: templates that are not rendered, invalid JSON, stub mappings, pictures whose format does not match
/// their name. Files that cannot be read are problems.
extension FixtureFolder {
    /// What was found, so that unchanged files are read once. Takes memory for folders and for findings, not for each of 100,000 pictures.
    struct KnownContents: Sendable {
        var findings: [RelativePath: (stamp: FileStamp, finding: ContentFinding)] = [:]
        /// By folder, a hash of the names and versions of its files: a folder in which something has changed is read again.
        var folders: [RelativePath: Int] = [:]
        /// What has been reported since it was found, by `__files` and `s3`.
        var announced: [RelativePath: Set<Problem>] = [:]

        /// Only what is known of the files below that folder.
        func below(_ part: RelativePath) -> KnownContents {
            func isBelow(_ path: RelativePath) -> Bool { path == part || path.relative(to: part) != nil }
            return KnownContents(findings: findings.filter { isBelow($0.key) }, folders: folders.filter { isBelow($0.key) })
        }
    }

    /// Checks the files of `__files/` and `s3/`. Reads them, so call it after the start. Any thread.
    ///
    /// `"deliberate": true` in `<file>.meta.json` silences the warnings about the file.
    /// - Parameters:
    ///   - onlyBodies: whether only `__files/` is checked.
    ///   - isCancelled: asked before each file; then the call ends, and returns none.
    /// - Returns: what no earlier call returned, in the order of the files. The problems are files that cannot be read.
    package func contentProblems(
        onlyBodies: Bool = false, unless isCancelled: () -> Bool = { false }
    ) -> (problems: [Problem], warnings: [Problem]) {
        contents.withLock { known in
            let parts = onlyBodies ? [Self.files] : [Self.files, Self.objects]
            guard let found = contentProblems(&known, parts, unless: isCancelled) else { return ([], []) }
            let before = parts.reduce(into: Set<Problem>()) { $0.formUnion(known.announced[$1] ?? []) }
            for part in parts { known.announced[part] = Set(found.filter { $0.part == part }.flatMap { $0.problems + $0.warnings }) }
            return (
                found.flatMap(\.problems).filter { !before.contains($0) }, found.flatMap(\.warnings).filter { !before.contains($0) }
            )
        }
    }

    /// The files of `__files/` and `s3/` that cannot be read. Reads those that have changed since the last check. Any thread.
    /// - Parameter isCancelled: asked before each file; then the call ends, and returns none.
    package func unreadableFiles(unless isCancelled: () -> Bool = { false }) -> [Problem] {
        contents.withLock { known in
            (contentProblems(&known, [Self.files, Self.objects], unless: isCancelled) ?? []).flatMap(\.problems)
        }
    }

    /// What there is to say about a file of `__files/` or `s3/`.
    private struct Remark {
        var part: RelativePath
        var path: RelativePath
        var problems: [Problem] = []
        var warnings: [Problem] = []
    }

    /// - Returns: in the order of the files; nil when it was cancelled.
    private func contentProblems(
        _ known: inout KnownContents, _ parts: [RelativePath], unless isCancelled: () -> Bool
    ) -> [Remark]? {
        let uses = bodyFileUses.withLock { $0 }
        var usesByPath: [RelativePath: [BodyFileUse]] = [:]
        for use in uses { use.path.map { usesByPath[$0, default: []].append(use) } }
        let templatedNames = uses.filter { $0.name.contains("{{") && $0.isTemplated }.map(\.literalBeginning)
        var remarks: [Remark] = []
        var now = parts.contains(Self.objects) ? KnownContents() : known.below(Self.objects)
        for part in parts {
            _ = root.visit(part, includesHidden: false, unless: isCancelled) { folder, files in
                for (path, finding) in look(at: files, in: folder, known, &now, unless: isCancelled) {
                    if let problem = finding.unreadable {
                        remarks.append(Remark(part: part, path: path, problems: [problem]))
                        continue
                    }
                    if (try? store.metadata(of: path))?.isDeliberate == true { continue }
                    let isNamedByTemplate =
                        part == Self.files
                        && path.relative(to: Self.files).map { path in templatedNames.contains { path.text.hasPrefix($0) } } ?? false
                    let found = warnings(
                        about: path, finding, usesByPath[path] ?? [], isRendered: isNamedByTemplate, isBody: part == Self.files)
                    remarks.append(Remark(part: part, path: path, warnings: found))
                }
            }
        }
        if isCancelled() { return nil }
        (known.findings, known.folders) = (now.findings, now.folders)
        return remarks.sorted { $0.path < $1.path }
    }

    /// Reads the files of one folder, unless none of them has changed.
    /// - Parameter now: gets what is known afterwards.
    /// - Returns: the files about which there is something to say.
    private func look(
        at files: [RelativePath], in folder: RelativePath, _ known: KnownContents, _ now: inout KnownContents,
        unless isCancelled: () -> Bool
    ) -> [(RelativePath, ContentFinding)] {
        var versions: [(path: RelativePath, stamp: FileStamp)] = []
        var hasher = Hasher()
        for path in files where !path.isDescription {
            if isCancelled() { return [] }
            guard let stamp = root.stamp(of: path) else { continue }
            hasher.combine(path)
            hasher.combine(stamp)
            versions.append((path, stamp))
        }
        let hash = hasher.finalize()
        let isKnown = known.folders[folder] == hash
        now.folders[folder] = hash
        var found: [(RelativePath, ContentFinding)] = []
        for (path, stamp) in versions {
            if isCancelled() { return [] }
            let before = known.findings[path].flatMap { $0.stamp == stamp ? $0.finding : nil }
            guard let finding = isKnown ? before : before ?? ContentFinding(of: path, size: stamp.size, in: root, s3Port: s3Port),
                !finding.isEmpty
            else { continue }
            now.findings[path] = (stamp, finding)
            found.append((path, finding))
        }
        return found
    }

    /// - Parameters:
    ///   - isRendered: whether a stub may render the file as a template.
    ///   - isBody: whether it is in `__files/`.
    private func warnings(
        about path: RelativePath, _ finding: ContentFinding, _ uses: [BodyFileUse], isRendered: Bool, isBody: Bool
    ) -> [Problem] {
        let name = root.display(path)
        if let kind = finding.otherKind {
            let mediaType = FileMediaTypes.of(path.fileExtension)
            let isPointer = kind.name == PictureKind.gitPointer
            let warning = Problem(
                source: name, message: "the bytes are \(kind.name), and are served as \(mediaType)",
                repair: isPointer ? "Fetch the picture: git lfs pull." : "Let the name end in \".\(kind.fileExtension)\".")
            return [isPointer ? warning : Self.silenceable(warning, at: path)]
        }
        if var problem = finding.notJSON {
            problem.message += ", so that clients cannot read this JSON"
            return [Self.silenceable(problem, at: path)]
        }
        if finding.isMapping {
            guard isBody, uses.isEmpty, !isRendered else { return [] }
            let warning = Problem(
                source: name, message: "this is a stub mapping, and it is served as a body",
                repair: "Mappings are in \(root.display(Self.mappings)).")
            return [Self.silenceable(warning, at: path)]
        }
        guard isBody, templating != .none else { return [] }
        let found =
            warnings(aboutTemplate: finding.template, in: name, uses, isRendered: isRendered)
            + (finding.address.map { [warning(aboutAddress: $0.text, in: name, at: $0.position)] } ?? [])
        return found.map { Self.silenceable($0, at: path) }
    }

    /// That a body names the S3 listener by its own address.
    private func warning(aboutAddress address: String, in name: String, at place: TextPosition) -> Problem {
        Problem(
            source: name, position: place,
            message: "\(address) is the S3 listener here; clients on other machines and servers on other ports do not reach it by that",
            repair: "Write {{s3.baseUrl}} in its place, in a body of a stub with \"transformers\": [\"response-template\"].",
            kind: "address")
    }

    /// That the template in a body file is not rendered, and what to do.
    static func unrendered(_ place: TextPosition, in name: String) -> (message: String, repair: String) {
        (
            "the body file \"\(name)\" contains a template (\(place.line):\(place.column)), and is sent unchanged",
            ResponseDefinition.templatingRepair()
        )
    }

    /// How to silence the warnings about a file.
    static func deliberate(_ path: RelativePath) -> String {
        deliberate(in: "\(path.text.split(separator: "/").last ?? "")\(FileMetadata.suffix)")
    }

    private static func deliberate(in description: String) -> String { "If it is meant: {\"deliberate\": true} in \(description)." }

    /// A warning about a file with how to silence it. Those of many files have the same kind if they differ in nothing else.
    private static func silenceable(_ warning: Problem, at path: RelativePath) -> Problem {
        let repair = warning.repair.map { "\($0) " } ?? ""
        var warning = warning
        warning.kind = warning.kind ?? "\(warning.message): \(repair)"
        warning.repair = repair + deliberate(path)
        warning.commonRepair = repair + deliberate(in: "each <file>\(FileMetadata.suffix)")
        return warning
    }

    /// That a template is not rendered.
    private func warnings(
        aboutTemplate place: TextPosition?, in name: String, _ uses: [BodyFileUse], isRendered: Bool
    ) -> [Problem] {
        guard let place else { return [] }
        let plain = uses.filter { !$0.isTemplated && !$0.declinesTemplating }
        if !plain.isEmpty, templating == .named {
            let (message, repair) = Self.unrendered(place, in: name)
            return plain.map { $0.place.problem(message, repair: repair, kind: "body file") }
        }
        guard uses.isEmpty, !isRendered, templating == .named else { return [] }
        return [
            Problem(
                source: name, position: place, message: "a template, but this file is sent unchanged at its own path",
                repair: "Name it in a stub with \"transformers\": [\"response-template\"], or render all with "
                    + "--global-response-templating (\"globalResponseTemplating\": true in understudy.json).",
                kind: "file")
        ]
    }
}
