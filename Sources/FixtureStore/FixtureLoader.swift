internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Reads a fixture folder once.
struct FixtureLoader<Stub> {
    private let folder: FixtureFolder
    private var stubs: [Stub] = []
    private var problems: [Problem] = []
    private var lateProblems: [Problem] = []
    private var warnings: [Problem] = []
    /// Where each id was written first.
    private var places: [UniqueID: (source: JSONSource, offset: Int)] = [:]
    private var comparison = StubComparison()
    private(set) var bodyFileUses: [BodyFileUse] = []
    private(set) var homes: [UniqueID: MappingHome] = [:]
    private var apiTargets: APITargets?
    private(set) var versions: [RelativePath: FileStamp] = [:]

    init(folder: FixtureFolder) { self.folder = folder }

    var result: FixtureSet<Stub> {
        FixtureSet(stubs: problems.isEmpty ? stubs : [], problems: problems, lateProblems: lateProblems, warnings: warnings)
    }

    mutating func loadMappings(_ compile: (consuming StubMapping, ProblemReport) -> Stub?) {
        do throws(FileError) { try folder.root.reopen() } catch {
            problems.append(Problem(source: error.path, message: error.cause, repair: error.repair))
            return
        }
        let (apiTargets, problem) = APITargets.read(folder.root)
        self.apiTargets = apiTargets
        problem.map { warnings.append($0) }
        warnings += folder.strays()
        for part in [FixtureFolder.mappings, FixtureFolder.files, FixtureFolder.objects] where folder.root.isFile(part) {
            problems.append(Problem(source: folder.root.display(part), position: .start, message: "expected a folder, found a file"))
        }
        let walk = walk(FixtureFolder.mappings, includesHidden: false)
        for path in walk.files {
            guard let format = MappingFormat(path) else {
                folder.stray(path).map { warnings.append($0) }
                continue
            }
            do throws(FileError) {
                let (bytes, stamp) = try folder.root.readVersion(path)
                versions[path] = stamp
                load(bytes, path, format, compile)
            } catch {
                problems.append(Problem(error))
            }
        }
    }

    private mutating func load(
        _ bytes: [UInt8], _ path: RelativePath, _ format: MappingFormat, _ compile: (consuming StubMapping, ProblemReport) -> Stub?
    ) {
        let name = folder.root.display(path)
        let documents: [JSONDocument]
        do throws(Problem) {
            documents = try format.read(bytes, name: name, folder.limits)
        } catch {
            problems.append(error)
            return
        }
        var ids = StubIdentities(path: path.text)
        for document in documents {
            let report = ProblemReport(document)
            let list = StubMapping.collection(in: document.root, report)
            let isAlone = documents.count == 1 && !list.isCollection
            let form: MappingHome.Form = format == .yaml ? .yaml : list.isCollection ? .several : .single
            for node in list.nodes {
                guard
                    var mapping = StubMapping.decode(
                        node, report, unnamedID: ids.id(of: node, isAlone: isAlone), origin: .file(path: name))
                else { continue }
                mapping.operatorTargets = apiTargets?.written(by: mapping, in: path) ?? []
                homes[mapping.id] = MappingHome(path: path, form: form)
                checkIdentity(of: mapping, node, report)
                checkBodyFiles(of: mapping, report)
                comparison.add(mapping, node, document)
                if let stub = compile(mapping, report) { stubs.append(stub) }
            }
            problems += report.problems.sorted(by: Self.comesFirst)
            lateProblems += report.lateProblems.sorted(by: Self.comesFirst)
            warnings += report.warnings.sorted(by: Self.comesFirst)
        }
    }

    private static func comesFirst(_ left: Problem, _ right: Problem) -> Bool {
        (left.position?.line ?? 0, left.position?.column ?? 0) < (right.position?.line ?? 0, right.position?.column ?? 0)
    }

    private mutating func checkIdentity(of mapping: StubMapping, _ node: JSONNode, _ report: ProblemReport) {
        guard let written = node.member("id") ?? node.member("uuid") else { return }
        let source = report.document.source
        guard let first = places.updateValue((source, written.offset), forKey: mapping.id) else { return }
        places[mapping.id] = first
        let position = first.source.position(of: first.offset)
        report.add(
            "the id \"\(mapping.id)\" is taken already, at \(first.source.name):\(position.line):\(position.column)", at: written,
            repair: "Give one of them another id, or none.")
    }

    /// Compares stubs with each other.
    mutating func compareStubs() {
        comparison.finish()
        warnings += comparison.warnings
    }

    private mutating func checkBodyFiles(of mapping: StubMapping, _ report: ProblemReport) {
        for response in mapping.responses.responses {
            guard case .file(let name) = response.body else { continue }
            BodyFileUse(response, report.document).map { bodyFileUses.append($0) }
            guard !name.contains("{{") else { continue }
            checkLength(of: response, name, report)
            guard let why = folder.complaint(aboutBodyFile: name) else { continue }
            report.addLate(why.message, at: response.node.member("bodyFileName") ?? response.node, repair: why.repair)
        }
    }

    /// Warns about a written length that differs from that of the file.
    private func checkLength(of response: ResponseDefinition, _ name: String, _ report: ProblemReport) {
        guard let written = response.headers.first("Content-Length"), !response.asksForTemplating,
            let path = RelativePath(resolving: name).map(FixtureFolder.files.appending),
            let size = folder.root.stamp(of: path)?.size, written != "\(size)"
        else { return }
        report.warn(
            "the server writes the length itself, and this one is not sent: the file has \(size) bytes",
            at: response.node.member("headers") ?? response.node,
            repair: "Take it away. For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}.")
    }

    /// Checks for links that leave the folder, and checks descriptions of files.
    mutating func checkFiles() {
        for part in [FixtureFolder.files, FixtureFolder.objects] {
            let walk = walk(part)
            for path in walk.files where path.text.hasSuffix(FileMetadata.suffix) {
                check(description: path, isCertain: part == FixtureFolder.objects)
            }
        }
    }

    private mutating func walk(_ part: RelativePath, includesHidden: Bool = true) -> FileRoot.Walk {
        let walk = folder.root.walk(part, includesHidden: includesHidden)
        problems += walk.problems.map { Problem($0) }
        warnings += walk.linksToNothing.map {
            Problem(source: folder.root.display($0), position: .start, message: "a link without a target, which is ignored")
        }
        return walk
    }

    /// For `cat.meta.json` beside `cat.jpg`: the name that it should have.
    private func twin(of described: RelativePath) -> String? {
        let entries = (try? folder.root.list(described.parent)) ?? []
        let beginning = Array(described.name) + [UInt8(ascii: ".")]
        let suffix = FileMetadata.suffix
        let found = entries.first { entry in
            entry.kind == .file && entry.name.starts(with: beginning) && !entry.name.reversed().starts(with: suffix.utf8.reversed())
        }
        return found.map { "Did you mean \(String(decoding: $0.name, as: UTF8.self))\(suffix)?" }
    }

    /// - Parameter isCertain: whether such a name always means a description, as under `s3/`; under `__files/` it may be a body.
    private mutating func check(description path: RelativePath, isCertain: Bool) {
        guard let described = RelativePath(path.bytes.dropLast(FileMetadata.suffix.utf8.count)), !described.name.isEmpty else { return }
        guard folder.root.spelling(of: described) != nil else {
            if isCertain {
                let message = "it describes \"\(folder.root.display(described))\", which is not there"
                warnings.append(Problem(source: folder.root.display(path), message: message, repair: twin(of: described)))
            }
            return
        }
        var found: [Problem] = []
        do throws(Problem) {
            let document = try JSONDocument.parse(try folder.bytes(of: path), name: folder.root.display(path))
            let report = ProblemReport(document)
            _ = FileMetadata.decode(document.root, report)
            found = report.problems
        } catch {
            found = [error]
        }
        if isCertain { problems += found } else { warnings += found }
    }
}

extension FixtureFolder {
    fileprivate func bytes(of path: RelativePath) throws(Problem) -> [UInt8] {
        do throws(FileError) { return try root.read(path) } catch { throw Problem(error) }
    }
}

extension FileRoot {
    func isFile(_ path: RelativePath) -> Bool { (try? status(of: path))?.kind == .file }
}
