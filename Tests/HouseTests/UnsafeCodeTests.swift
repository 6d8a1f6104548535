import Testing

/// Unsafe code stays in the rooms that need it, and becomes less.
@Suite struct UnsafeCodeTests {
    private static let use = Pattern(#"(?:^|[^A-Za-z_.`(])unsafe [A-Za-z&(]|@unsafe|nonisolated\(unsafe\)"#)

    private static func uses(in file: SourceFile) -> Int { use.matches(in: file.code).count }

    @Test(arguments: Room.all.map(\.name)) func unsafeUsesBecomeFewer(_ name: String) throws {
        let room = try #require(Room.all.first { $0.name == name })
        let files = SourceFile.sources.filter { $0.room == name }.map { (path: $0.path, uses: Self.uses(in: $0)) }
        let count = files.reduce(0) { $0 + $1.uses }
        let most = files.filter { $0.uses > 0 }.map { "\($0.uses) \($0.path)" }.joined(separator: "\n")
        #expect(count <= room.unsafe, "unsafe code in \(name) grew. Do without, or raise the number in Room.all with a reason.\n\(most)")
        if count < room.unsafe {
            Issue.record("there are only \(count) unsafe uses in \(name): write that number in Room.all", severity: .warning)
        }
    }

    /// `@unchecked Sendable` claims what the compiler cannot check: the comment beside it says why it is true.
    @Test func uncheckedSendableHasAReason() {
        for file in SourceFile.sources {
            let lines = file.lines
            for (index, code) in file.codeLines.enumerated() where code.contains("@unchecked Sendable") {
                let near = lines[max(0, index - 8)...min(index + 2, lines.count - 1)]
                #expect(near.contains { $0.contains("//") }, "\(file.path):\(index + 1)")
            }
        }
    }
}
