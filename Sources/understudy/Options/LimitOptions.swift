internal import ArgumentParser

/// The limits on work as flags. They are rarely needed, so only `--help-hidden` and `docs/settings.md` show them.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Nesting of JSON and YAML, in files and requests. (default: 512)", valueName: "number", visibility: .hidden))
    var maxJsonDepth: String?
    @Option(
        help: ArgumentHelp(
            "Values that the aliases of one YAML file stand for. (default: 100000)", valueName: "number", visibility: .hidden))
    var maxYamlExpansion: String?
    @Option(
        help: ArgumentHelp(
            "Length of a fixture file that is read as a whole: mappings, descriptions. (default: 64 MiB)", valueName: "bytes",
            visibility: .hidden))
    var maxFixtureFileBytes: String?
    @Option(
        help: ArgumentHelp(
            "A gzipped request body that decodes to more is not matched. (default: 64 MiB)", valueName: "bytes", visibility: .hidden))
    var maxDecodedBodyBytes: String?
    @Option(help: ArgumentHelp("Parts of a multipart body. (default: 10000)", valueName: "number", visibility: .hidden))
    var maxMultipartParts: String?
    @Option(
        help: ArgumentHelp(
            "Steps of matching one regular expression; in templates at most 500000. (default: 5000000)", valueName: "number",
            visibility: .hidden))
    var maxPatternSteps: String?
    @Option(
        help: ArgumentHelp(
            "Open backtracking points of one regular expression. (default: 1000000)", valueName: "number", visibility: .hidden))
    var maxPatternDepth: String?
    @Option(help: ArgumentHelp("Memory of one regular expression in KiB. (default: 65536)", valueName: "KiB", visibility: .hidden))
    var maxPatternMemory: String?
    @Option(help: ArgumentHelp("Values that one JSONPath visits. (default: 1000000)", valueName: "number", visibility: .hidden))
    var maxJsonPathSteps: String?
    @Option(help: ArgumentHelp("Filters and functions inside each other. (default: 64)", valueName: "number", visibility: .hidden))
    var maxJsonPathDepth: String?
    @Option(help: ArgumentHelp("Subschemas applied in one validation. (default: 1000000)", valueName: "number", visibility: .hidden))
    var maxJsonSchemaSteps: String?
    @Option(help: ArgumentHelp("Subschemas inside each other. (default: 1000)", valueName: "number", visibility: .hidden))
    var maxJsonSchemaDepth: String?
    @Option(help: ArgumentHelp("Length of an XML document. (default: 32 MiB)", valueName: "bytes", visibility: .hidden))
    var maxXmlBytes: String?
    @Option(help: ArgumentHelp("Operations of one XPath. (default: 2000000)", valueName: "number", visibility: .hidden))
    var maxXpathSteps: String?
    @Option(help: ArgumentHelp("Pieces rendered for one response. (default: 1000000)", valueName: "number", visibility: .hidden))
    var maxTemplateSteps: String?
    @Option(
        help: ArgumentHelp("Blocks, expressions and partials inside each other. (default: 64)", valueName: "number", visibility: .hidden))
    var maxTemplateDepth: String?
    @Option(help: ArgumentHelp("Length of a rendered response. (default: 64 MiB)", valueName: "bytes", visibility: .hidden))
    var maxTemplateOutputBytes: String?
    @Option(
        help: ArgumentHelp(
            "Steps of everything that is done for one request. (default: 100000000)", valueName: "number", visibility: .hidden))
    var maxRequestSteps: String?
    @Option(
        help: ArgumentHelp("Memory that the work for one request makes in all. (default: 512 MiB)", valueName: "bytes", visibility: .hidden)
    )
    var maxRequestMemoryBytes: String?

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("max-json-depth", maxJsonDepth),
            GivenFlag("max-yaml-expansion", maxYamlExpansion),
            GivenFlag("max-fixture-file-bytes", maxFixtureFileBytes),
            GivenFlag("max-decoded-body-bytes", maxDecodedBodyBytes),
            GivenFlag("max-multipart-parts", maxMultipartParts),
            GivenFlag("max-pattern-steps", maxPatternSteps),
            GivenFlag("max-pattern-depth", maxPatternDepth),
            GivenFlag("max-pattern-memory", maxPatternMemory),
            GivenFlag("max-json-path-steps", maxJsonPathSteps),
            GivenFlag("max-json-path-depth", maxJsonPathDepth),
            GivenFlag("max-json-schema-steps", maxJsonSchemaSteps),
            GivenFlag("max-json-schema-depth", maxJsonSchemaDepth),
            GivenFlag("max-xml-bytes", maxXmlBytes),
            GivenFlag("max-xpath-steps", maxXpathSteps),
            GivenFlag("max-template-steps", maxTemplateSteps),
            GivenFlag("max-template-depth", maxTemplateDepth),
            GivenFlag("max-template-output-bytes", maxTemplateOutputBytes),
            GivenFlag("max-request-steps", maxRequestSteps),
            GivenFlag("max-request-memory-bytes", maxRequestMemoryBytes),
        ]
    }
}
