import Foundation
import FuzzTargets
import Testing

/// What fuzzing has learned holds: every seed and every input that was kept goes through its target. One that fails traps;
/// `script/fuzz TARGET 1 FILE` shows it again.
@Suite struct ReplayTests {
    /// Tests/Fuzz.
    private static let folder = URL(filePath: #filePath).appending(path: "../..").standardized

    /// The inputs of a target in one of the folders.
    private static func inputs(_ folder: String, _ target: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: Self.folder.appending(path: "\(folder)/\(target)"), includingPropertiesForKeys: nil)
    }

    @Test(arguments: targets.keys.sorted()) func everythingKeptHolds(target: String) throws {
        let seeds = try Self.inputs("Seeds", target)
        #expect(!seeds.isEmpty)
        // A new target has learned nothing yet.
        let learned = (try? Self.inputs("Corpus", target)) ?? []
        for input in seeds + learned {
            try targets[target]?.run([UInt8](Data(contentsOf: input)))
        }
    }
}
