import Foundation

/// One request by curl, for what URLSession hides: raw paths, cut bodies, exit codes.
struct Curl {
    /// curl's own exit code: 0, 18 for a body that ended early, 52 for an empty reply, 56 for a reset.
    var exitCode: Int32
    var status: Int
    var headers: [String: String]
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    init(_ url: String, _ options: String...) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let head = folder.appending(path: "head")
        let body = folder.appending(path: "body")
        let fixed = ["-sS", "--path-as-is", "--max-time", "30", "-D", head.path, "-o", body.path]
        let finished = try await Program.run(fixed + options + [url], of: URL(filePath: "/usr/bin/curl"))
        exitCode = finished.status
        let lines = ((try? String(contentsOf: head, encoding: .isoLatin1)) ?? "").split(separator: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        headers = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        self.body = (try? Data(contentsOf: body)) ?? Data()
    }
}
