internal import FileStore
internal import Glibc
internal import JSONDocument
internal import Logging

/// The file of a recording that could not be saved in the mocks folder.
enum RescuedRecording {
    /// Writes the mappings, and logs where they are.
    static func keep(_ mappings: [JSONValue], _ log: Logger) {
        guard !mappings.isEmpty else { return }
        do throws(FileError) {
            let path = try write(mappings)
            log.error("the recording is in \(path) instead: copy this file to the mappings folder")
        } catch { log.error("\(error)") }
    }

    /// Writes the mappings into one new file, readable by this user only, in a unit's state folder, or else in the folder for temporary
    /// files.
    /// - Returns: the file's path.
    static func write(_ mappings: [JSONValue], _ environment: Environment = .process) throws(FileError) -> String {
        let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let kept = try? StateFolder.ofUnit(environment)
        let root = if let kept { kept } else { try FileRoot(folder) }
        let name = RelativePath("understudy-recording-\(getpid())-\(UInt32.random(in: .min ... .max)).json")!
        let document: JSONValue = ["mappings": .array(mappings)]
        try root.write(document.bytes(.pretty) + [UInt8(ascii: "\n")], to: name, isPrivate: true)
        return root.display(name)
    }
}
