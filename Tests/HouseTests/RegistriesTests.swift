import Foundation
import Testing

/// Each part that is registered has its line in its registry, and is small.
@Suite struct RegistriesTests {
    struct Registry: Sendable, CustomTestStringConvertible {
        /// Every file below it that ends so is a part.
        var folder: String
        var suffix = ".swift"
        var file: String
        var testDescription: String { folder }
    }

    static let all = [
        Registry(folder: "Sources/MockEngine/Matching/Matchers", file: "Sources/MockEngine/Matching/MatcherRegistry.swift"),
        Registry(
            folder: "Sources/Handlebars/TemplateHelpers", suffix: "Helper.swift",
            file: "Sources/Handlebars/TemplateHelperRegistry.swift"),
        Registry(folder: "Sources/AdminAPI/Endpoints", file: "Sources/AdminAPI/AdminRoutes.swift"),
        Registry(folder: "Sources/S3Service/Operations", file: "Sources/S3Service/S3Router.swift"),
        Registry(folder: "Sources/understudy/Commands", file: "Sources/understudy/Understudy.swift"),
        Registry(folder: "Sources/JSONPath/Functions", file: "Sources/JSONPath/Functions/JSONPathFunction.swift"),
        Registry(folder: "Sources/JSONPath/Operators", file: "Sources/JSONPath/Operators/JSONPathOperator.swift"),
        Registry(folder: "Sources/JSONPath/Suffixes", file: "Sources/JSONPath/Suffixes/JSONPathSuffix.swift"),
        Registry(folder: "Tests/Fuzz/Sources/Fuzz", suffix: "Target.swift", file: "Tests/Fuzz/Sources/Fuzz/FuzzTarget.swift"),
    ]
    /// Lines that a part has at most.
    private static let longest = 80
    private static let type = Pattern(#"^(?:(?:public|package|final|private) )*(?:struct|enum|class) ([A-Za-z0-9]+)"#)
    private static let constant = Pattern(#"^    static let ([A-Za-z0-9]+) = JSONPath[A-Za-z]+\("#)

    /// A part is a type of the file, or a constant that an extension of its protocol declares.
    @Test(arguments: all) func everyPartHasItsLine(_ registry: Registry) throws {
        let files = SourceFile.sources + SourceFile.tests
        let list = try #require(files.first { $0.path == registry.file }, "\(registry.file) is not there")
        let parts = files.filter { $0.path.hasPrefix(registry.folder + "/") && $0.name.hasSuffix(registry.suffix) }
        #expect(!parts.isEmpty, "nothing is in \(registry.folder)")
        for part in parts {
            let types = Self.type.matches(in: part.code).map(\.group)
            let isNamed = types.contains { Pattern("\\b\($0)\\b").isFound(in: list.code) }
            #expect(types.isEmpty || isNamed, "\(part.path) has no line in \(registry.file)")
            for constant in Self.constant.matches(in: part.code).map(\.group) {
                #expect(Pattern("\\.\(constant)\\b").isFound(in: list.code), "\(constant) of \(part.path) has no line in \(registry.file)")
            }
            if part.path != registry.file {
                #expect(part.lines.count - 1 <= Self.longest, "\(part.path) has \(part.lines.count - 1) lines: at most \(Self.longest)")
            }
        }
    }
}
