internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect
internal import StubModel

/// Reads a fixture folder once.
struct FixtureLoader<Stub> {
    private let folder: FixtureFolder
    private var stubs = InsertionOrder<Stub>()
    private var problems: [Problem] = []
    private var lateProblems: [Problem] = []
    private var warnings: [Problem] = []
    /// The warnings about files in places where they are not read, and about links to nothing.
    private(set) var strays: [Problem] = []
    /// What was found about files of `__files/`, each of which concerns only itself.
    private(set) var fileProblems: [Problem] = []
    /// The mapping that has each id.
    private var places: [UniqueID: DocumentPlace] = [:]
    private var subjects = InsertionOrder<StubComparison.Subject>()
    private(set) var bodyFileUses: [BodyFileUse] = []
    private(set) var homes: [UniqueID: MappingHome] = [:]
    /// Also those of files that were refused.
    private(set) var versions: [RelativePath: FileStamp] = [:]
    private(set) var unreachable: Set<String> = []
    /// The bytes of the files whose stamps may not show the next change.
    private(set) var unsettled: [RelativePath: [UInt8]] = [:]
    /// What this load has made of each file.
    private(set) var memory = FixtureMemory<Stub>()
    private let known: FixtureMemory<Stub>

    /// - Parameter memory: of the last load.
    init(folder: FixtureFolder, memory: FixtureMemory<Stub>) {
        self.folder = folder
        known = memory
    }

    var result: FixtureSet<Stub> {
        FixtureSet(stubs: problems.isEmpty ? stubs.inOrder : [], problems: problems, lateProblems: lateProblems, warnings: warnings)
    }

    mutating func loadMappings(_ compile: (consuming StubMapping, ProblemReport) -> Stub?) {
        do throws(FileError) { try folder.root.reopen() } catch {
            let repair = error.repair ?? "Make it again; it is read as soon as it is there."
            problems.append(Problem(source: error.path, message: error.cause, repair: repair))
            memory = known
            return
        }
        let (apiTargets, flaw) = APITargets.read(folder.root)
        memory.apiTargets = apiTargets
        if let wrong = folder.wrongFolder() {
            if wrong.isCertain { lateProblems.append(wrong.problem) } else { warnings.append(wrong.problem) }
        }
        strays = folder.strays()
        warnings += strays
        folder.noFolder(FixtureFolder.mappings).map { problems.append($0) }
        if !known.files.isEmpty, folder.root.kind(of: FixtureFolder.mappings) == nil {
            // An edit leaves the folder where it is: it was renamed, or is about to be replaced.
            problems.append(
                Problem(
                    source: folder.root.display(FixtureFolder.mappings),
                    message: "the folder is gone, and the mappings that were read stay in use",
                    repair: "Make it again; without mappings it may be empty."))
            memory = known
            return
        }
        let walk = folder.root.walk(FixtureFolder.mappings, includesHidden: false)
        // Of a folder that cannot be read it is unknown whether it has the notes.
        let isRead = !walk.problems.contains { $0.path == folder.root.display(FixtureFolder.mappings) }
        if let flaw, isRead { warnings.append(flaw) }
        problems += walk.problems.map { Problem($0) }
        unreachable = walk.unreachable
        let linksToNothing = walk.linksToNothing.map { folder.linkToNothing($0) }
        strays += linksToNothing
        warnings += linksToNothing
        warnings += walk.hiddenFiles.compactMap { folder.hiddenMapping($0) }
        for path in walk.files {
            guard let format = MappingFormat(path) else {
                if let stray = folder.stray(path) {
                    strays.append(stray)
                    warnings.append(stray)
                }
                continue
            }
            versions[path] = folder.root.stamp(of: path)
            if let problem = folder.problem(ofSize: path) {
                problems.append(problem)
                continue
            }
            do throws(FileError) {
                let file = try file(path, format, compile)
                memory.files[path] = file
                versions[path] = file.stamp
                if !file.isSettled { unsettled[path] = file.bytes }
                add(file, path)
            } catch {
                problems.append(Problem(error))
            }
        }
    }

    /// What the last load made of the file if nothing that it depends on has changed, or else what the file is now.
    private func file(
        _ path: RelativePath, _ format: MappingFormat, _ compile: (consuming StubMapping, ProblemReport) -> Stub?
    ) throws(FileError) -> FixtureMemory<Stub>.File {
        let old = reusable(path)
        if let old, old.isSettled, folder.root.stamp(of: path) == old.stamp { return old }
        let (bytes, stamp) = try folder.root.readVersion(path)
        if var old, old.bytes == bytes {
            old.stamp = stamp
            old.isSettled = folder.root.isSettled(stamp)
            return old
        }
        var file = FixtureMemory<Stub>.File(stamp: stamp, bytes: bytes, isSettled: folder.root.isSettled(stamp))
        read(&file, path, format, compile)
        return file
    }

    /// The last form of a file, if what it depends on besides its own content is unchanged.
    private func reusable(_ path: RelativePath) -> FixtureMemory<Stub>.File? {
        guard let old = known.files[path], old.lateProblems.isEmpty, let targets = known.apiTargets, let now = memory.apiTargets,
            targets.isSame(as: now), keepsIDs(old)
        else { return nil }
        for (body, stamp) in old.bodies {
            guard let stamp, folder.root.isSettled(stamp), folder.root.stamp(of: body) == stamp else { return nil }
        }
        return old
    }

    /// Compiles the mapping files of the last load again whose body files have changed, from the bytes that were read then.
    /// - Parameter isCancelled: asked before each file; then the rest is left to the next call.
    /// - Returns: what is wrong with them and was not before.
    mutating func recheckBodies(unless isCancelled: () -> Bool, _ compile: (consuming StubMapping, ProblemReport) -> Stub?) -> [Problem] {
        memory = known
        var found: [Problem] = []
        for path in known.files.filter({ !isCancelled() && hasOtherBodies($0.value) }).keys.sorted() {
            guard !isCancelled(), let old = known.files[path], let format = MappingFormat(path) else { continue }
            var file = FixtureMemory<Stub>.File(stamp: old.stamp, bytes: old.bytes, isSettled: old.isSettled)
            read(&file, path, format, compile)
            let before = Set(old.problems + old.lateProblems + old.warnings)
            found += (file.problems + file.lateProblems + file.warnings).filter { !before.contains($0) }
            memory.files[path] = file
        }
        return found
    }

    private func hasOtherBodies(_ file: FixtureMemory<Stub>.File) -> Bool {
        file.bodies.contains { body, stamp in folder.root.stamp(of: body) != stamp }
    }

    private func read(
        _ file: inout FixtureMemory<Stub>.File, _ path: RelativePath, _ format: MappingFormat,
        _ compile: (consuming StubMapping, ProblemReport) -> Stub?
    ) {
        let name = folder.root.display(path)
        let documents: [JSONDocument]
        do throws(Problem) {
            documents = try format.read(file.bytes, name: name, folder.limits)
        } catch {
            file.problems.append(error)
            return
        }
        var ids = StubIdentities(path: path.text)
        var taken: Set<UniqueID> = []
        for document in documents {
            let fileName = String(decoding: path.name, as: UTF8.self)
            if let format = ForeignFormat(document.root, fileName: fileName) {
                file.problems.append(format.problem(in: document, of: folder.root))
                continue
            }
            let report = ProblemReport(document)
            let list = StubMapping.collection(in: document.root, report)
            let isAlone = documents.count == 1 && !list.isCollection
            file.form = format == .yaml ? .yaml : list.isCollection ? .several : .single
            for node in list.nodes {
                let unnamedID = ids.id(of: node, isAlone: isAlone)
                guard var mapping = StubMapping.decode(node, report, unnamedID: unnamedID, origin: .file(path: name)) else { continue }
                let wantedID = mapping.id
                if isTaken(wantedID, taken) { mapping = mapping.identified(by: freeID(unnamedID, taken)) }
                taken.insert(mapping.id)
                mapping.operatorTargets = memory.apiTargets?.written(by: mapping, in: path) ?? []
                checkBodyFiles(of: mapping, report, &file)
                ObjectMentions(root: folder.root).warn(of: mapping, report)
                file.entries.append(
                    FixtureMemory.Entry(id: mapping.id, wantedID: wantedID, subject: .init(mapping, node, document)))
                let index = mapping.insertionIndex
                if let stub = compile(mapping, report) { file.stubs.append(stub, index: index) }
            }
            file.problems += report.problems.sorted(by: Problem.comesFirst)
            file.lateProblems += report.lateProblems.sorted(by: Problem.comesFirst)
            file.warnings += report.warnings.sorted(by: Problem.comesFirst)
        }
    }

    /// Whether a mapping of an earlier file has the id, or one of those in the same file.
    private func isTaken(_ id: UniqueID, _ inFile: Set<UniqueID>) -> Bool { places[id] != nil || inFile.contains(id) }

    /// The id of a mapping whose own id is taken: that of a mapping without one, or a further one if that is taken, too.
    private func freeID(_ unnamedID: UniqueID, _ inFile: Set<UniqueID>) -> UniqueID {
        var id = unnamedID
        while isTaken(id, inFile) { id = .derived(from: "\(id)#") }
        return id
    }

    /// Whether the mappings of a file would get the ids that they have, behind the files that were added so far.
    private func keepsIDs(_ file: FixtureMemory<Stub>.File) -> Bool {
        var taken: Set<UniqueID> = []
        return file.entries.allSatisfy { entry in
            let isSame = isTaken(entry.wantedID, taken) == (entry.id != entry.wantedID) && !isTaken(entry.id, taken)
            taken.insert(entry.id)
            return isSame
        }
    }

    /// Adds a file to the set.
    private mutating func add(_ file: FixtureMemory<Stub>.File, _ path: RelativePath) {
        var found = file.warnings
        for entry in file.entries {
            homes[entry.id] = MappingHome(path: path, form: file.form)
            if entry.id != entry.wantedID, let warning = identityWarning(entry) { found.append(warning) }
            places[entry.id] = entry.place
            subjects.append(entry.subject, index: entry.subject.insertionIndex)
        }
        if found.count > file.warnings.count { found.sort(by: Problem.comesFirst) }
        problems += file.problems
        lateProblems += file.lateProblems
        warnings += found
        bodyFileUses += file.bodyFileUses
        stubs.append(file.stubs)
    }

    /// The warning that an earlier mapping has the id that this one asks for.
    private func identityWarning(_ entry: FixtureMemory<Stub>.Entry) -> Problem? {
        guard let first = places[entry.wantedID] else { return nil }
        return entry.place.problem(
            "the id \"\(entry.wantedID)\" is taken already, at \(first), so this stub gets the id \"\(entry.id)\"",
            repair: "Give one of them another id, or none.")
    }

    /// Compares stubs with each other, in the order in which they count as added.
    mutating func compareStubs() {
        var comparison = StubComparison()
        for subject in subjects.inOrder { comparison.add(subject) }
        comparison.finish()
        warnings += comparison.warnings
    }

    private func checkBodyFiles(of mapping: StubMapping, _ report: ProblemReport, _ file: inout FixtureMemory<Stub>.File) {
        for response in mapping.responses.responses {
            file.bodyFileUses += BodyFileUse.included(by: response, report.document)
            guard case .file(let name) = response.body else { continue }
            BodyFileUse(response, of: mapping, report.document).map { file.bodyFileUses.append($0) }
            guard !name.contains("{{") else { continue }
            if let path = FixtureFolder.path(ofBodyFile: name) {
                file.bodies[path] = .some(folder.root.stamp(of: path))
            }
            checkLength(of: response, mapping.request.method { S3OperationName(rawValue: $0)?.method }, name, report)
            checkCoding(of: response, name, report)
            checkPlaces(in: response, name, report)
            guard let why = folder.complaint(aboutBodyFile: name) else { continue }
            report.addLate(why.message, at: response.node.member("bodyFileName") ?? response.node, repair: why.repair)
        }
    }

    /// Warns about a written length that differs from that of the file.
    private func checkLength(of response: ResponseDefinition, _ method: MethodPattern?, _ name: String, _ report: ProblemReport) {
        guard let written = response.headers.first("Content-Length"), !response.asksForTemplating,
            !FramingFields.sendsLength(of: response, to: method),
            let path = FixtureFolder.path(ofBodyFile: name),
            let size = folder.root.stamp(of: path)?.size, written != "\(size)"
        else { return }
        report.warn(
            "the server writes the length itself, and this one \(FramingFields.fate(ofLengthIn: response, to: method)): the file has \(size) bytes",
            at: response.node.member("headers") ?? response.node,
            repair: "Remove it. For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}.")
    }

    /// Warns about faults and a hold behind the end of the file.
    private func checkPlaces(in response: ResponseDefinition, _ name: String, _ report: ProblemReport) {
        guard !response.asksForTemplating, folder.templating != .all, response.proxy == nil, response.modifier == nil,
            response.s3Error == nil, let path = FixtureFolder.path(ofBodyFile: name), let size = folder.root.stamp(of: path)?.size
        else { return }
        IdleBehavior.warn(ofPlacesBehind: Int(size), in: response, report)
    }

    /// Warns about a coding that the file does not have.
    private func checkCoding(of response: ResponseDefinition, _ name: String, _ report: ProblemReport) {
        guard let coding = response.headers.first("Content-Encoding")?.lowercased(), coding == "gzip" || coding == "x-gzip",
            let path = FixtureFolder.path(ofBodyFile: name),
            let beginning = try? folder.root.readBeginning(of: path, 2), beginning != [0x1F, 0x8B]
        else { return }
        report.warn(
            "the file \"\(name)\" is not in the coding \"\(coding)\", so clients cannot read it",
            at: response.node.member("headers") ?? response.node,
            repair: "Take the field away: the server compresses for clients that accept it.")
    }

    /// Checks `__files/` for what cannot be served, and the descriptions there. Those under `s3/`, which may be many, are checked by
    /// `objectProblems`. A file that cannot be served keeps the first set from being used, but no later one: only requests for it fail.
    mutating func checkFiles() {
        let found = folder.fileProblems()
        fileProblems = found.problems + found.warnings
        if known.isInUse { lateProblems += found.problems } else { problems += found.problems }
        warnings += found.warnings
    }
}

extension FixtureFolder {
    /// That a link has no target.
    func linkToNothing(_ path: RelativePath) -> Problem {
        Problem(source: root.display(path), position: .start, message: "a link without a target, which is ignored")
    }

    /// That something else is in the place of a folder; nil for a folder, and when there is nothing that can be looked at.
    func noFolder(_ path: RelativePath) -> Problem? {
        let found: String
        switch (try? root.status(of: path))?.kind {
        case .file: found = "a file"
        case .other: found = "a pipe, socket or device"
        case .folder, .link, nil: return nil
        }
        return Problem(source: root.display(path), position: .start, message: "expected a folder, found \(found)")
    }

    /// That the file is too long to be read as a whole; nil if it is not.
    func problem(ofSize path: RelativePath) -> Problem? {
        guard let size = root.stamp(of: path)?.size, size > limits.fileBytes else { return nil }
        return Problem(
            source: root.display(path),
            message: "the file has \(size) bytes, more than limits.fixtureFileBytes (\(limits.fileBytes)) allows",
            repair:
                "Put long bodies into files of __files, which are sent without being read as a whole, or raise --max-fixture-file-bytes.")
    }
}
