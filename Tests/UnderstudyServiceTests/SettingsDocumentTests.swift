import Foundation
import Testing
import UnderstudyService

/// `docs/settings.md` names what can be set, and nothing else.
@Suite struct SettingsDocumentTests {
    @Test func namesEverySettingAndItsPlace() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/settings.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let written = text.matches(of: #/\n\| `--([a-z0-9-]+)` \| (?:`([A-Za-z0-9.]+)`)?/#).map { "\($0.1) \($0.2 ?? "")" }
        let known = Setting.all.map { "\($0.name) \($0.path ?? "")" }
        #expect(written.sorted() == known.sorted())
    }
}
