public import Foundation

/// A folder that goes with its value.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "understudy-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders above it.
    public func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    public func write(_ name: String, _ bytes: [UInt8]) throws {
        let target = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: target, contents: Data(bytes)) else { throw CocoaError(.fileWriteUnknown) }
    }

    public func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    public func setModified(_ name: String, _ seconds: TimeInterval) throws {
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path + "/" + name)
    }

    public func text(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    public func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
    }
}
