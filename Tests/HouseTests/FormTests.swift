import Testing

/// How long functions are, and what files are called.
@Suite struct FormTests {
    private static let longest = 70
    /// Functions beyond it, by file and name. Shorten one, then remove its line.
    private static let long: Set<String> = []

    @Test func aFunctionIsMeasuredFromItsFirstLineToItsLast() {
        let file = SourceFile(
            path: "Sources/Room/Thing.swift",
            text: """
                struct Thing {
                    /// Documented.
                    ///
                    /// - Returns: something.
                    func documented(
                        _ first: Int,
                        // A comment in place of a line.
                        _ second: Int
                    ) -> Int {

                        if first > 0 { return 1 }
                        return second
                    }

                    func short() -> Int { 1 }
                }
                """)
        let found = SwiftText.functions(in: file).map { "\($0.name) \($0.lines.lowerBound)-\($0.lines.upperBound)" }
        #expect(found == ["func documented 5-13", "func short 15-15"])
    }

    @Test func functionsAreShort() {
        var found: Set<String> = []
        for file in SourceFile.sources + SourceFile.tests {
            for function in SwiftText.functions(in: file) where function.lines.count > Self.longest {
                let name = "\(file.path): \(function.name)"
                found.insert(name)
                #expect(
                    Self.long.contains(name),
                    "\(file.path):\(function.lines.lowerBound) has \(function.lines.count) lines: at most \(Self.longest)")
            }
        }
        for name in Self.long.subtracting(found).sorted() {
            Issue.record("\(name) is short now: remove it from the list", severity: .warning)
        }
    }

    /// A type that other files can use.
    private static let declaration = Pattern(
        #"^(?:@[A-Za-z]+(?:\([^)]*\))? |public |package |internal |final |indirect )*(?:struct|enum|class|actor|protocol|typealias) ([A-Za-z0-9]+)"#
    )
    private static let nested = Pattern(#"\b(?:struct|enum|class|actor|protocol|typealias) ([A-Za-z0-9]+)"#)
    private static let extended = Pattern(#"\bextension ([A-Za-z0-9.]+)"#)

    /// `Name.swift` declares `Name`, `Name+Topic.swift` extends it, `SmallNames.swift` declares several types that end in `Name`. A file
    /// that declares no type of its own, such as a family of constants of another type, is named freely. `Name+Linux.swift` may also
    /// declare `Name`: it is what a port replaces.
    @Test func filesAreNamedAfterTheirMainType() {
        for file in SourceFile.sources {
            let name = String(file.name.dropLast(".swift".count))
            let type = String(name.prefix { $0 != "+" })
            let extensions = Self.extended.matches(in: file.code).compactMap { $0.group.split(separator: ".").last.map(String.init) }
            let isRight =
                if type != name {
                    extensions.contains(type)
                        || (name.hasSuffix("+Linux") && Self.declaration.matches(in: file.code).contains { $0.group == type })
                } else {
                    Self.isFamily(Self.declaration.matches(in: file.code).map(\.group), name: name)
                        || Self.nested.matches(in: file.code).contains { $0.group == type }
                }
            #expect(isRight, "\(file.path) \(type == name ? "declares" : "extends") no \(type)")
        }
    }

    /// How many lines a type may have in a file that is named after another one.
    private static let longestGuest = 60

    @Test func whatElseIsInAFileIsShort() {
        for file in SourceFile.sources {
            let name = String(file.name.dropLast(".swift".count))
            let lengths = Self.lengths(ofTypesIn: file)
            guard lengths[name] != nil else { continue }
            for (type, length) in lengths where type != name && length > Self.longestGuest {
                Issue.record("\(file.path) has \(length) lines of \(type): give it a file of its own")
            }
        }
    }

    /// How many lines the types have that a file declares, without their extensions.
    private static func lengths(ofTypesIn file: SourceFile) -> [String: Int] {
        var lengths: [String: Int] = [:]
        var current: String?
        for line in file.codeLines {
            let isOutermost = !line.isEmpty && !line.hasPrefix(" ")
            if isOutermost, let type = declaration.matches(in: String(line)).first?.group { current = type }
            if let current { lengths[current, default: 0] += 1 }
            if isOutermost, line.hasSuffix("}") { current = nil }
        }
        return lengths
    }

    /// `withoutActuallyEscaping` puts the length of the build's path into the program, so that two builds differ (decision 0222).
    @Test func codeDoesNotDependOnThePathOfTheBuild() {
        for file in SourceFile.sources where !file.path.hasPrefix("Sources/UnderstudyTesting/") {
            #expect(!file.code.contains("withoutActuallyEscaping"), "\(file.path)")
        }
    }

    /// A longer line of a help text is broken, and its last word stands alone.
    @Test func helpTextsFitTheirWidth() {
        var count = 0
        for file in SourceFile.sources where file.path.hasPrefix("Sources/understudy/") {
            var indentation: Int?
            for (index, line) in file.lines.enumerated() {
                if line.hasSuffix("discussion: \"\"\"") {
                    indentation = line.prefix { $0 == " " }.count + 4
                } else if line.contains("\"\"\"") {
                    indentation = nil
                } else if let indentation {
                    count += 1
                    let length = line.replacing("\\\\", with: "\\").count - indentation
                    #expect(length < 80, "\(file.path):\(index + 1) has \(length) characters: at most 79")
                }
            }
        }
        #expect(count > 50)
    }

    /// Whether the last word of the name is the plural of the last word of each of these types. No type is a family, too.
    private static func isFamily(_ types: [String], name: String) -> Bool {
        if types.isEmpty { return true }
        guard types.count > 1, name.hasSuffix("s"), let word = name.lastIndex(where: \.isUppercase) else { return false }
        return types.allSatisfy { $0.hasSuffix(name[word...].dropLast()) }
    }
}
