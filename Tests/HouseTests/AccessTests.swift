import Testing

/// What other modules may use, and what it says of itself.
@Suite struct AccessTests {
    /// The rooms that are products. What others share inside the package is `package`.
    private static let products: Set<String> = ["UnderstudyClient", "UnderstudyTesting", "UnderstudyInProcess", "UnderstudyService"]

    /// What a declaration that others may use begins with: its access, its kind, and its name.
    private static let declaration = Pattern(
        #"^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|package|open) (?:(?:public|package|private|fileprivate|internal)\(set\) |static |final |mutating |nonisolated |indirect |convenience |override |consuming |borrowing )*(?:func|var|let|struct|class|enum|protocol|actor|subscript|typealias) ?(\S*?)(?=[(:<\s{]|$)"#
    )
    /// The same of an initializer. Those that only this package may use are left out: many have no comment yet.
    private static let initializer = Pattern(
        #"^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:convenience |override |required )*(init)[?!]?(?=[(<])"#)
    /// A function or an initializer that other packages may use.
    private static let published = Pattern(#"^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:[a-z]+ )*(?:func|init)\b"#)
    private static let throwing = Pattern(#"\bthrows\b"#)
    /// What a protocol of the standard library says already.
    private static let known: Set<String> = ["description", "debugDescription", "hash", "==", "<", "makeIterator", "next", "rawValue"]

    @Test func onlyProductsArePublic() {
        for file in SourceFile.sources where !Self.products.contains(file.room) {
            for (index, line) in file.codeLines.enumerated() {
                let words = line.split(separator: " ")
                #expect(
                    words.first != "public" && !line.contains("public import"),
                    "\(file.path):\(index + 1) is public, and \(file.room) is no product: write package")
            }
        }
    }

    @Test func whatOthersUseIsDocumented() {
        var missing: [String: [String]] = [:]
        for file in SourceFile.sources {
            let lines = file.lines.map { $0.drop { $0 == " " } }
            let code = file.codeLines
            for index in lines.indices {
                let line = String(code[index])
                let declared = Self.declaration.matches(in: line).first ?? Self.initializer.matches(in: line).first
                guard let name = declared?.group, !Self.known.contains(name) else { continue }
                if Self.comment(above: index, in: lines).isEmpty {
                    missing[file.room, default: []].append("\(file.path):\(index + 1) \(name)")
                }
            }
        }
        for (room, found) in missing.sorted(by: { $0.key < $1.key }) {
            Issue.record("\(room): these declarations have no comment: \(found)")
        }
    }

    /// `init(from:)` and `encode(to:)` throw what their coder throws.
    @Test func whatAFunctionThrowsIsDocumented() {
        var count = 0
        for file in SourceFile.sources where Self.products.contains(file.room) {
            let lines = file.lines.map { $0.drop { $0 == " " } }
            let code = file.codeLines
            for function in SwiftText.functions(in: file) {
                let declaration = code[(function.lines.lowerBound - 1)..<function.lines.upperBound]
                guard let first = declaration.first, Self.published.isFound(in: String(first)),
                    Self.throwing.isFound(in: Self.signature(declaration)), !first.contains("init(from decoder"),
                    !first.contains("encode(to encoder")
                else { continue }
                count += 1
                #expect(
                    Self.comment(above: function.lines.lowerBound - 1, in: lines).contains { $0.hasPrefix("/// - Throws:") },
                    "\(file.path):\(function.lines.lowerBound) \(function.name): say what it throws, with \"- Throws:\"")
            }
        }
        #expect(count > 40)
    }

    @Test func aSignatureIsWhatStandsBeforeTheBody() {
        let lines: [Substring] = ["func f(_ body: () throws -> Void = { }", ") async throws(Failure) -> Int {", "try body()", "}"]
        #expect(Self.signature(lines[...]) == "func f async throws -> Int ")
    }

    /// The lines of the comment on a declaration; none where it has none.
    private static func comment(above index: Int, in lines: [Substring]) -> [Substring] {
        var above = index - 1
        while above >= 0, lines[above].hasPrefix("@") || lines[above].hasPrefix("#") { above -= 1 }
        return lines[..<(above + 1)].reversed().prefix { $0.hasPrefix("///") }
    }

    /// A function's declaration up to its body, without what is in parentheses.
    private static func signature(_ lines: ArraySlice<Substring>) -> String {
        var depth = 0
        var signature = ""
        for character in lines.joined(separator: "\n") {
            if character == "(" { depth += 1 }
            if depth == 0 {
                if character == "{" { break }
                signature.append(character)
            }
            if character == ")" { depth -= 1 }
        }
        return signature
    }
}
