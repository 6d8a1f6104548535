internal import FileStore
package import JSONDocument
internal import Synchronization

/// Checks of the descriptions (`<file>.meta.json`), and of the links beside them.
extension FixtureFolder {
    /// Mistakes in the descriptions under `s3/`, and links there that leave the folder. Each of them concerns one object, for which
    /// requests get an error. Walks through all buckets, which takes time.
    /// - Parameter isCancelled: asked before each file; then the result is incomplete.
    /// - Returns: in the order of the files. The warnings are about descriptions without a file, about what S3 would refuse of an object,
    ///   and about links without a target.
    package func objectProblems(unless isCancelled: () -> Bool = { false }) -> (problems: [Problem], warnings: [Problem]) {
        problems(below: Self.objects, areDescriptions: true, unless: isCancelled)
    }

    /// The same for `__files/`, where such a name may also be that of a body: mistakes in descriptions are warnings. Problems are also
    /// something else in the place of `__files/` or `s3/`, pipes, and folders that cannot be read.
    func fileProblems(unless isCancelled: () -> Bool = { false }) -> (problems: [Problem], warnings: [Problem]) {
        var found = problems(below: Self.files, areDescriptions: false, unless: isCancelled)
        found.problems = [Self.files, Self.objects].compactMap { noFolder($0) } + found.problems
        return found
    }

    /// Checks the files of `__files/` as a load does. Walks through all of its folders, so it may take time. Any thread.
    /// - Parameter isCancelled: asked before each file.
    /// - Returns: what cannot be served; and what neither the last load nor an earlier call has found, with warnings; nil when it was
    ///   cancelled.
    package func lookAtFiles(unless isCancelled: () -> Bool = { false }) -> (problems: [Problem], news: [Problem])? {
        knownFileProblems.withLock { known in
            let found = fileProblems(unless: isCancelled)
            if isCancelled() { return nil }
            let all = found.problems + found.warnings
            let news = all.filter { !known.contains($0) }
            known = Set(all)
            return (found.problems, news)
        }
    }

    /// - Parameter areDescriptions: whether every file with such a name is meant as a description.
    private func problems(
        below part: RelativePath, areDescriptions: Bool, unless isCancelled: () -> Bool
    ) -> (problems: [Problem], warnings: [Problem]) {
        var descriptions: [RelativePath] = []
        let walk = root.visit(part, unless: isCancelled) { _, files in descriptions += files.filter(\.isDescription) }
        var problems = walk.problems.map { Problem($0) }
        var warnings = walk.linksToNothing.map { linkToNothing($0) }
        for path in descriptions.sorted() where !isCancelled() {
            guard let described = path.described else {
                // `.meta.json` alone describes the bucket that it is in.
                if areDescriptions {
                    let found = findings(in: path)
                    problems += found.problems
                    warnings += found.warnings + secondDescription(of: path.parent, beside: path)
                }
                continue
            }
            if root.spelling(of: described) != nil {
                let found = findings(in: path)
                if areDescriptions { problems += found.problems } else { warnings += found.problems }
                warnings += found.warnings + doubts(about: path, isObject: areDescriptions)
            } else if areDescriptions || isDescription(path) {
                let message = "it describes \"\(root.display(described))\", which is not there"
                warnings.append(Problem(source: root.display(path), message: message, repair: twin(of: described)))
            }
        }
        return (problems, warnings)
    }

    /// For `cat.meta.json` beside `cat.jpg`: the name that it should have.
    private func twin(of described: RelativePath) -> String? {
        let entries = (try? root.list(described.parent)) ?? []
        let beginning = Array(described.name) + [UInt8(ascii: ".")]
        let found = entries.compactMap { entry in entry.kind == .file ? RelativePath(entry.name) : nil }.first {
            $0.name.starts(with: beginning) && !$0.isDescription
        }
        return found.map { "Did you mean \($0.text)\(FileMetadata.suffix)?" }
    }

    /// Whether the content is a description, and not that of a body with such a name.
    private func isDescription(_ path: RelativePath) -> Bool {
        guard let bytes = try? bytes(of: path), let document = try? JSONDocument.parse(bytes, name: ""),
            case .object(let members) = document.root.content, !members.isEmpty
        else { return false }
        return findings(in: path).problems.isEmpty
    }

    /// What is wrong in a description, and what is probably not meant.
    private func findings(in description: RelativePath) -> (problems: [Problem], warnings: [Problem]) {
        do throws(Problem) {
            let document = try JSONDocument.parse(try bytes(of: description), name: root.display(description))
            let report = ProblemReport(document)
            let metadata = FileMetadata.decode(document.root, report)
            return (report.problems, metadata.isDeliberate ? [] : report.warnings)
        } catch {
            return ([error], [])
        }
    }

    private func bytes(of path: RelativePath) throws(Problem) -> [UInt8] {
        if let problem = problem(ofSize: path) { throw problem }
        do throws(FileError) { return try root.read(path) } catch { throw Problem(error) }
    }
}

extension RelativePath {
    /// Whether its name is that of a description.
    var isDescription: Bool { name.suffix(Self.descriptionSuffix.count) == Self.descriptionSuffix[...] }

    /// What a description is about, if it is a file.
    var described: RelativePath? { RelativePath(bytes.dropLast(Self.descriptionSuffix.count)) }

    private static let descriptionSuffix = Array(FileMetadata.suffix.utf8)
}
