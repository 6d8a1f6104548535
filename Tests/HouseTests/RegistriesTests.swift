import Testing

/// Each part that is registered has its line in its registry, and its file is small.
@Suite struct RegistriesTests {
    struct Registry: Sendable, CustomTestStringConvertible {
        /// Every file below it that ends in one of the suffixes holds a part, or a family of small ones.
        var folder: String
        var suffixes = [".swift"]
        /// The file with the lines.
        var file: String
        var testDescription: String { folder }
    }

    /// The matchers are compared by their keys in MatcherRegistryTests.
    private static let matchers = "Sources/MockEngine/Matching/Matchers"
    private static let all = [
        Registry(
            folder: "Sources/Handlebars/TemplateHelpers", suffixes: ["Helper.swift", "Helpers.swift"],
            file: "Sources/Handlebars/TemplateHelperRegistry.swift"),
        Registry(folder: "Sources/AdminAPI/Endpoints", file: "Sources/AdminAPI/AdminRoutes.swift"),
        Registry(folder: "Sources/S3Service/Operations", file: "Sources/S3Service/S3Router.swift"),
        Registry(folder: "Sources/understudy/Commands", file: "Sources/understudy/Understudy.swift"),
        Registry(folder: "Sources/JSONPath/Functions", file: "Sources/JSONPath/Functions/JSONPathFunction.swift"),
        Registry(folder: "Sources/JSONPath/Operators", file: "Sources/JSONPath/Operators/JSONPathOperator.swift"),
        Registry(folder: "Sources/JSONPath/Suffixes", file: "Sources/JSONPath/Suffixes/JSONPathSuffix.swift"),
        Registry(folder: "Tests/Fuzz/Targets", suffixes: ["Target.swift"], file: "Tests/Fuzz/Targets/FuzzTarget.swift"),
    ]
    /// Lines that a file of parts has at most.
    private static let longest = 80
    private static let type = Pattern(#"^(?:(?:public|package) )?(?:final )?(?:struct|enum|class) ([A-Za-z0-9]+)"#)
    private static let constant = Pattern(#"^    static let ([A-Za-z0-9]+) = JSONPath[A-Za-z]+\("#)

    private static func files(in folder: String, suffixes: [String] = [".swift"]) -> [SourceFile] {
        (SourceFile.sources + SourceFile.tests).filter { file in
            file.path.hasPrefix(folder + "/") && suffixes.contains { file.name.hasSuffix($0) }
        }
    }

    /// A part is a type of the file, or a constant that an extension of its protocol declares.
    @Test(arguments: all) func everyPartHasItsLine(_ registry: Registry) throws {
        let list = try #require(
            (SourceFile.sources + SourceFile.tests).first { $0.path == registry.file }, "\(registry.file) is not there")
        let parts = Self.files(in: registry.folder, suffixes: registry.suffixes)
        #expect(!parts.isEmpty, "nothing is in \(registry.folder)")
        for part in parts {
            for type in Self.type.matches(in: part.code).map(\.group) {
                #expect(Pattern("\\b\(type)\\b").isFound(in: list.code), "\(type) of \(part.path) has no line in \(registry.file)")
            }
            for constant in Self.constant.matches(in: part.code).map(\.group) {
                #expect(Pattern("\\.\(constant)\\b").isFound(in: list.code), "\(constant) of \(part.path) has no line in \(registry.file)")
            }
        }
    }

    @Test func filesOfPartsAreShort() {
        let lists = Self.all.map(\.file)
        let parts = Self.files(in: Self.matchers) + Self.all.flatMap { Self.files(in: $0.folder, suffixes: $0.suffixes) }
        for part in parts where !lists.contains(part.path) {
            #expect(part.lines.count - 1 <= Self.longest, "\(part.path) has \(part.lines.count - 1) lines: at most \(Self.longest)")
        }
    }
}
