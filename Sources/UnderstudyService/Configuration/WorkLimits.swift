internal import Budget
internal import FixtureStore
internal import Handlebars
internal import JSONPath
internal import JSONSchema
internal import MockEngine
internal import RegularExpression

/// The limits on the work for one file, one match or one response. Each is the setting `limits.NAME`, which the message names when a limit
/// is exceeded. `docs/limits.md` has the messages.
public struct WorkLimits: Sendable {
    /// Levels of nesting in JSON and YAML. Default: 512.
    public var jsonDepth = 512
    /// Values that the aliases of one YAML file may stand for. Default: 100,000.
    public var yamlExpansion = 100_000
    /// Bytes of a fixture file that is read as a whole: mappings and descriptions. Files of `__files` may be longer. Default: 64 MiB.
    public var fixtureFileBytes = 64 << 20
    /// Bytes of a decompressed request body. Default: 64 MiB.
    public var decodedBodyBytes = 64 << 20
    /// Parts of a multipart body. Default: 10,000.
    public var multipartParts = 10_000
    /// Steps of one match of a regular expression; templates use at most 500,000. Default: 5,000,000.
    public var patternSteps = 5_000_000
    /// Open backtracking points of a regular expression. Default: 1,000,000.
    public var patternDepth = 1_000_000
    /// Memory of a regular expression, in KiB. Default: 65,536.
    public var patternMemory = 65_536
    /// Values that one JSONPath visits. Default: 1,000,000.
    public var jsonPathSteps = 1_000_000
    /// Filters and functions of a JSONPath inside each other. Default: 64.
    public var jsonPathDepth = 64
    /// Subschemas that one validation applies. Default: 1,000,000.
    public var jsonSchemaSteps = 1_000_000
    /// Subschemas inside each other. Default: 1,000.
    public var jsonSchemaDepth = 1_000
    /// Bytes of an XML document. Default: 32 MiB.
    public var xmlBytes = 32 << 20
    /// Operations of one XPath. Default: 2,000,000.
    public var xpathSteps = 2_000_000
    /// Pieces that one template renders. Default: 1,000,000.
    public var templateSteps = 1_000_000
    /// Blocks, expressions and partials of a template inside each other. Default: 64.
    public var templateDepth = 64
    /// Bytes that one template renders. Default: 64 MiB.
    public var templateOutputBytes = 64 << 20

    /// Steps of everything that is done for one request (`WorkBudget`), of at most about ten nanoseconds each. Default: 100,000,000.
    public var requestSteps = 100_000_000
    /// Bytes that the work for one request makes, in all. Default: 512 MiB.
    public var requestMemoryBytes = 512 << 20

    /// Every limit at its default.
    public init() {}

    var fixtures: FixtureLimits { FixtureLimits(jsonDepth: jsonDepth, yamlExpansion: yamlExpansion, fileBytes: fixtureFileBytes) }

    var matching: MatchingLimits {
        MatchingLimits(
            patterns: MatchLimits(steps: patternSteps, depth: patternDepth, memoryKiB: patternMemory),
            jsonPath: JSONPath.Limits(steps: jsonPathSteps, depth: jsonPathDepth),
            jsonSchema: JSONSchema.Limits(steps: jsonSchemaSteps, depth: jsonSchemaDepth), xmlBytes: xmlBytes, xpathSteps: xpathSteps,
            jsonDepth: jsonDepth, decodedBodyBytes: decodedBodyBytes, multipartParts: multipartParts,
            request: WorkBudget.Limits(steps: requestSteps, bytes: requestMemoryBytes))
    }

    var templates: TemplateLimits {
        var limits = TemplateLimits()
        limits.steps = templateSteps
        limits.nesting = templateDepth
        limits.outputBytes = templateOutputBytes
        limits.patterns.steps = min(limits.patterns.steps, patternSteps)
        limits.patterns.depth = patternDepth
        limits.patterns.memoryKiB = patternMemory
        limits.jsonPath = matching.jsonPath
        limits.xml = matching.xml
        limits.jsonDepth = jsonDepth
        return limits
    }
}
