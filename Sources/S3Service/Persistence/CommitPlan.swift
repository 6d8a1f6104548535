internal import FileStore
internal import JSONDocument

/// Changes of the folder that belong together. Performing a plan again changes nothing.
struct CommitPlan: Sendable {
    enum Step: Sendable {
        /// What is not there was moved already, or is optional.
        case move(RelativePath, to: RelativePath)
        case delete(RelativePath)
        case makeFolder(RelativePath)
    }

    var steps: [Step] = []

    /// Whether it needs no record to be whole after a crash.
    var isOneStep: Bool { steps.count < 2 }

    /// - Parameter done: counts the steps that were done.
    /// - Throws: `FileError` at the first step that cannot be done.
    func perform(in root: FileRoot, _ done: inout Int) throws(FileError) {
        for step in steps {
            switch step {
            case .move(let path, let other): try root.move(path, to: other)
            case .delete(let path): try root.delete(path)
            case .makeFolder(let path): try root.makeFolder(path)
            }
            done += 1
        }
    }

    /// As a file keeps it.
    var bytes: [UInt8] {
        let steps = steps.map { step -> JSONValue in
            switch step {
            case .move(let path, let other): ["move": .string(path.text), "to": .string(other.text)]
            case .delete(let path): ["delete": .string(path.text)]
            case .makeFolder(let path): ["makeFolder": .string(path.text)]
            }
        }
        return JSONValue.object(JSONObject([("steps", .array(steps))])).bytes()
    }

    init(_ steps: [Step] = []) { self.steps = steps }

    /// Reads what `bytes` has made.
    /// - Returns: nil for anything else, and for a path that is not below the folder.
    init?(_ bytes: [UInt8], below folder: RelativePath) {
        func path(_ value: JSONValue?) -> RelativePath? {
            guard let path = value?.string.flatMap({ RelativePath($0) }), path.relative(to: folder) != nil else { return nil }
            return path
        }
        guard let list = (try? JSONValue.parse(bytes, name: "plan", maximumDepth: 8))?["steps"]?.array else { return nil }
        for value in list {
            if let from = path(value["move"]), let to = path(value["to"]) {
                steps.append(.move(from, to: to))
            } else if let gone = path(value["delete"]) {
                steps.append(.delete(gone))
            } else if let made = path(value["makeFolder"]) {
                steps.append(.makeFolder(made))
            } else {
                return nil
            }
        }
    }
}
