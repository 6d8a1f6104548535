internal import ArgumentParser
internal import UnderstudyService

struct PrintSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print a JSON Schema, for editors.",
        discussion: """
            EXAMPLES:
              understudy schema > mapping.schema.json
              understudy schema settings

            mapping: files in mappings/. settings: understudy.json. meta: <file>.meta.json.
            A running server has them at /__admin/schemas/.
            """)

    @Argument(help: "mapping, settings or meta. (default: mapping)", completion: .list(SchemaName.allCases.map(\.rawValue)))
    var name: String?

    func run() throws {
        let name = name ?? SchemaName.mapping.rawValue
        guard let schema = SchemaName(rawValue: name) else { throw ValidationError(SchemaName.refusal(of: name)) }
        try printResult(schema.text)
    }
}
