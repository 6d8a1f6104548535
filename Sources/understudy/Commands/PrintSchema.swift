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

    @Argument(help: "mapping, settings or meta. (default: mapping)")
    var name: String?

    func run() throws {
        guard let schema = SchemaName(rawValue: name ?? "mapping") else {
            throw ValidationError("There is no schema \"\(name ?? "")\". Schemas are mapping, settings and meta.")
        }
        print(schema.text, terminator: "")
    }
}
