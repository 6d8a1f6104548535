public import Foundation

/// Public conformance data, which is no part of the project. Tests that need it are skipped where it is not.
public enum Corpora {
    /// Why a test is skipped. `script/test` counts the tests that say so.
    public static let absence = "no conformance data here: script/conformance fetches it"

    /// `$UNDERSTUDY_CORPORA`, or the nearest `shared/corpora` in a folder above this file, or what `script/conformance` fetched.
    public static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["UNDERSTUDY_CORPORA"] { return URL(fileURLWithPath: path) }
        var folder = URL(fileURLWithPath: #filePath)
        let project = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let fetched = project.appendingPathComponent(".conformance")
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("shared/corpora")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        return FileManager.default.fileExists(atPath: fetched.path) ? fetched : nil
    }()

    private static func root() throws -> URL {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return folder
    }

    public static func has(_ path: String) -> Bool {
        folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(path).path) } ?? false
    }

    public static func bytes(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: root().appendingPathComponent(path)))
    }

    /// Names of the files in a folder, sorted.
    public static func files(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root().appendingPathComponent(path).path).sorted()
    }
}
