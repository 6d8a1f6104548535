import Testing

/// What other modules may use, and what it says of itself.
@Suite struct AccessTests {
    /// The rooms that are products. What others share inside the package is `package`.
    private static let products: Set<String> = ["UnderstudyClient", "UnderstudyTesting", "UnderstudyInProcess", "UnderstudyService"]

    /// What a declaration that others may use begins with: its access, its kind, and its name.
    private static let declaration = Pattern(
        #"^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|package|open) (?:(?:public|package|private|fileprivate|internal)\(set\) |static |final |mutating |nonisolated |indirect |convenience |override |consuming |borrowing )*(?:func|var|let|struct|class|enum|protocol|actor|subscript|typealias) ?(\S*?)(?=[(:<\s{]|$)"#
    )
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
                guard let name = Self.declaration.matches(in: String(code[index])).first?.group, !Self.known.contains(name) else {
                    continue
                }
                var above = index - 1
                while above >= 0, lines[above].hasPrefix("@") || lines[above].hasPrefix("#") { above -= 1 }
                if above < 0 || !lines[above].hasPrefix("///") {
                    missing[file.room, default: []].append("\(file.path):\(index + 1) \(name)")
                }
            }
        }
        for (room, found) in missing.sorted(by: { $0.key < $1.key }) {
            Issue.record("\(room): these declarations have no comment: \(found)")
        }
    }
}
