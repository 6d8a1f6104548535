import Testing

/// What other modules may use, and what it says of itself.
@Suite struct AccessTests {
    /// The rooms that are products. What others share inside the package is `package`.
    private static let products: Set<String> = ["UnderstudyClient", "UnderstudyTesting", "UnderstudyInProcess", "UnderstudyService"]

    /// What a declaration that others may use begins with: its access, its kind, and its name.
    private static let declaration = Pattern(
        #"^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|package|open) (?:(?:public|package|private|fileprivate|internal)\(set\) |static |final |mutating |nonisolated |indirect |convenience |override |consuming |borrowing )*(?:func|var|let|struct|class|enum|protocol|actor|subscript|typealias) ?(\S*?)(?=[(:<\s{]|$)"#
    )
    /// A member of a protocol, which is as open as the protocol.
    private static let member = Pattern(
        #"^ {4}(?:@\w+(?:\([^)]*\))? )*(?:static |mutating )*(?:func|var|associatedtype|subscript) ?(\S*?)(?=[(:<\s{]|$)"#)
    private static let initializer = Pattern(
        #"^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|package|open) (?:convenience |required |override )*(init)[?!]?[(<]"#)
    private static let parameter = Pattern(#"(?:^|[(,])\s*(?:\w+\s+)?(\w+)\s*:"#)
    /// A function or an initializer that other packages may use.
    private static let published = Pattern(#"^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:[a-z]+ )*(?:func|init)\b"#)
    /// A comment behind an attribute.
    private static let misplacedComment = Pattern(#"^ *@\w+(?:\([^)\n]*\))?\n *///.*"#)
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
            var isInProtocol = false
            for index in lines.indices {
                if code[index].hasPrefix("public protocol ") || code[index].hasPrefix("package protocol ") { isInProtocol = true }
                if code[index].hasPrefix("}") { isInProtocol = false }
                guard let name = Self.name(in: file, code, at: index, isInProtocol), !Self.known.contains(name) else { continue }
                if Self.comment(above: index, in: lines).isEmpty {
                    missing[file.room, default: []].append("\(file.path):\(index + 1) \(name)")
                }
            }
        }
        for (room, found) in missing.sorted(by: { $0.key < $1.key }) {
            Issue.record("\(room): these declarations have no comment: \(found)")
        }
    }

    /// Tools do not show a comment behind an attribute.
    @Test func aCommentStandsAboveAttributes() {
        for file in SourceFile.sources {
            for match in Self.misplacedComment.matches(in: file.text) { Issue.record("\(file.path): \(match.text)") }
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

    /// The name of what the line declares and others may use; nil for another line, and for an initializer that needs no comment.
    private static func name(in file: SourceFile, _ code: [Substring], at index: Int, _ isInProtocol: Bool) -> String? {
        let line = String(code[index])
        if let name = declaration.matches(in: line).first?.group { return name }
        if isInProtocol, let name = member.matches(in: line).first?.group { return name }
        return initializer.isFound(in: line) && !isPlain(code[index...], in: file) ? "init" : nil
    }

    /// Whether an initializer takes only what properties of the same names hold, which have comments, or is that of a literal.
    private static func isPlain(_ code: ArraySlice<Substring>, in file: SourceFile) -> Bool {
        var head = ""
        for line in code {
            head += line + "\n"
            if head.count(where: { $0 == "(" }) <= head.count(where: { $0 == ")" }) { break }
        }
        if head.contains("Literal elements:") { return true }
        return parameter.matches(in: parameters(head)).allSatisfy { Pattern(#"\b(?:let|var) \#($0.group)\b"#).isFound(in: file.code) }
    }

    /// A declaration up to the end of its parameters, without what is in parentheses within those: a tuple has labels, too.
    private static func parameters(_ head: String) -> String {
        var depth = 0
        var kept = ""
        for character in head {
            if character == "(" { depth += 1 }
            if depth < 2 { kept.append(character) }
            if character == ")" { depth -= 1 }
            if depth == 0, character == ")" { break }
        }
        return kept
    }

    @Test func anInitializerNeedsAComment() {
        let file = SourceFile(
            path: "Sources/Room/Thing.swift",
            text: """
                package struct Thing {
                    package var first: Int
                    package init(first: Int = 1) { self.first = first }
                    package init(
                        _ second: Int
                    ) { first = second + 1 }
                    init(third: Int) { first = third }
                    package init(first: (least: Int, most: Int)) { self.first = first.least }
                }
                package protocol Room {
                    func enter()
                    static var count: Int { get }
                }
                """)
        var isInProtocol = false
        let found = file.codeLines.indices.compactMap { index in
            if file.codeLines[index].hasPrefix("package protocol") { isInProtocol = true }
            return Self.name(in: file, file.codeLines, at: index, isInProtocol)
        }
        #expect(found == ["Thing", "first", "init", "Room", "enter", "count"])
    }
}
