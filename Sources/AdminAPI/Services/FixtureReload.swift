internal import JSONDocument
package import MockEngine

/// The result of reading the fixtures again.
package struct FixtureReload: Sendable, Equatable {
    /// The problems of settings, mappings and certificate, one line each.
    package let problems: [String]
    /// Which of these have problems, and so stay as they were.
    package let kept: [FixturePart]
    /// What is wrong with objects, with files of `__files` and with single responses, such as a missing body file, one line each: each
    /// concerns only itself.
    package let objectProblems: [String]
    /// The number of stubs that are in force.
    package let stubs: Int

    package init(problems: [String], kept: [FixturePart] = [], objectProblems: [String] = [], stubs: Int) {
        self.problems = problems
        self.kept = kept
        self.objectProblems = objectProblems
        self.stubs = stubs
    }

    /// Whether something is wrong.
    var hasProblems: Bool { !problems.isEmpty || !objectProblems.isEmpty }

    var json: JSONValue {
        var object: JSONObject = ["problems": .array(problems.map(JSONValue.string)), "stubs": JSONValue(stubs)]
        if !kept.isEmpty { object["kept"] = FixturePart.json(kept) }
        if !objectProblems.isEmpty { object["objectProblems"] = .array(objectProblems.map(JSONValue.string)) }
        return .object(object)
    }

    /// Reads what `POST /__admin/reload` responds; nil when it is something else.
    package init?(body: [UInt8]) {
        guard let value = try? JSONValue.parse(body), let problems = value["problems"]?.array, let stubs = value["stubs"]?.int else {
            return nil
        }
        self.init(
            problems: problems.compactMap(\.string),
            kept: (value["kept"]?.array ?? []).compactMap { $0.string.flatMap(FixturePart.init(rawValue:)) },
            objectProblems: (value["objectProblems"]?.array ?? []).compactMap(\.string), stubs: stubs)
    }
}

extension FixturePart {
    static func json(_ parts: [FixturePart]) -> JSONValue { .array(parts.map { .string($0.rawValue) }) }
}
