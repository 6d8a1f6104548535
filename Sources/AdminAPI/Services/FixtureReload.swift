internal import JSONDocument

/// The result of reading the fixtures again.
package struct FixtureReload: Sendable, Equatable {
    /// The problems, one line each; if there are any, nothing has changed.
    package let problems: [String]
    /// The number of stubs that are in force.
    package let stubs: Int

    package init(problems: [String], stubs: Int) {
        self.problems = problems
        self.stubs = stubs
    }

    var json: JSONValue { ["problems": .array(problems.map(JSONValue.string)), "stubs": JSONValue(stubs)] }

    /// Reads what `POST /__admin/reload` responds; nil when it is something else.
    package init?(body: [UInt8]) {
        guard let value = try? JSONValue.parse(body), let problems = value["problems"]?.array, let stubs = value["stubs"]?.int else {
            return nil
        }
        self.init(problems: problems.compactMap(\.string), stubs: stubs)
    }
}
