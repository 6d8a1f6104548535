import Foundation
import Testing
import UnderstudyService

/// The documents name what can be set, and nothing else.
@Suite(.timeLimit(.minutes(5))) struct SettingsDocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private static func text(_ document: String) throws -> String {
        try String(contentsOf: root.appending(path: document), encoding: .utf8)
    }

    /// The rows of a table that begin with a flag and its place in understudy.json.
    private static func rows(_ document: String) throws -> [String] {
        try text(document).matches(of: #/\n\| `--([a-z0-9-]+)` \| (?:`([A-Za-z0-9.]+)`)?/#).map { "\($0.1) \($0.2 ?? "")" }
    }

    @Test func namesEverySettingAndItsPlace() throws {
        let known = Setting.all.map { "\($0.name) \($0.path ?? "")" }
        #expect(try Self.rows("docs/settings.md").sorted() == known.sorted())
    }

    @Test func limitsNameEveryLimit() throws {
        let written = try Self.rows("docs/limits.md")
        let known = Setting.all.map { "\($0.name) \($0.path ?? "")" }
        #expect(written.filter { !known.contains($0) } == [])
        #expect(known.filter { $0.contains(" limits.") && !written.contains($0) } == [])
        let mentioned = try Self.text("docs/limits.md").matches(of: #/\((limits\.[A-Za-z]+)\)/#).map { String($0.1) }
        #expect(mentioned.filter { place in !Setting.all.contains { $0.path == place } } == [])
    }

    /// Variables that are read or set and are no settings.
    @Test func namesEveryOtherVariable() throws {
        let folder = Self.root.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        var names: Set<String> = []
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(text.matches(of: #/(?:environment|variables|process|self)\["([A-Z][A-Z0-9_]+)"\]/#).map { String($0.1) })
            names.formUnion(text.matches(of: #/"((?:XDG|UNDERSTUDY)_[A-Z0-9_]+|[A-Z]+_DIRECTORY)"/#).map { String($0.1) })
        }
        #expect(names.count > 20)
        let written = Set(try Self.text("docs/settings.md").matches(of: #/`([A-Z][A-Z0-9_]+)`/#).map { String($0.1) })
        #expect(names.subtracting(written).subtracting(["PATH"]) == [])
    }

    /// What the commands take beside settings.
    private static let otherFlags: Set = [
        "strict", "report", "help", "help-hidden", "version", "json", "generate-completion-script", "method", "url",
        "expires-in", "content-type", "from", "socket", "print", "schedule", "jobs", "cover", "runs", "settle", "ignore-query",
    ]

    /// docs/wiremock.md also names WireMock's flags, and the pages left out besides name those of other programs.
    @Test(arguments: [
        "README.md", "SECURITY.md", "mocks/README.md", "Examples/README.md", "docs/admin.md", "docs/faults.md", "docs/fixtures.md",
        "docs/in-a-test.md", "docs/journal.md", "docs/limits.md", "docs/log.md", "docs/metrics.md", "docs/network.md", "docs/orders.md",
        "docs/recording.md", "docs/s3.md", "docs/safety.md", "docs/service.md", "docs/sessions.md", "docs/settings.md",
        "docs/templates.md", "docs/testing.md", "docs/time.md", "docs/tls.md", "docs/tools.md", "docs/troubleshooting.md",
    ])
    func flagsExist(_ document: String) throws {
        let known = Self.otherFlags.union(Setting.all.map(\.name))
        let others = [
            "sudo systemctl ", "sudo systemd-run ", "sudo tar ", "`aws --", "`s5cmd --", "`s3cmd --", "`curl --", "curl --cacert ",
            "`juicefs objbench --", "`mariadbd --", "`duplicity --", "`s3backer --",
            "swift test --filter ",
        ]
        let lines = try Self.text(document).split(separator: "\n").filter { line in !others.contains { line.contains($0) } }
        let named = lines.flatMap { $0.matches(of: #/(?:^|[^\w-])--([a-z][a-z0-9-]+)/#).map { String($0.1) } }
        #expect(Set(named).subtracting(known) == [])
    }
}
