internal import FileStore

/// The admin API's token when none is given: made by the server. A unit's state folder keeps it over a restart; elsewhere it is another one
/// at each start.
struct MadeToken {
    private static let file = RelativePath("admin-token")!

    let text: String
    /// What the log says at the start.
    let notice: String

    /// A file without a byte counts as none.
    /// - Throws: `StartFailure` with 73 when the state folder cannot keep it, 78 when the kept one cannot be used.
    init(_ environment: Environment = .process) throws(StartFailure) {
        let new = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        guard let folder = try StateFolder.ofUnit(environment) else {
            text = new
            notice = "the admin API is open beyond this machine and asks for this token: Authorization: Bearer \(new)"
            return
        }
        let path = folder.display(Self.file)
        let request = "the admin API is open beyond this machine and asks for a token: Authorization: Bearer, and the line in \(path)"
        let kept = folder.stamp(of: Self.file)
        notice = kept?.size == 0 ? "\(request). It is a new one, because the file was empty." : request
        if let kept, kept.size > 0 {
            text = try Configuration.token(inFile: path)
            return
        }
        text = new
        do throws(FileError) { try folder.write(Array((new + "\n").utf8), to: Self.file, isPrivate: true) } catch {
            throw StartFailure(["keeping the admin API's token: \(error)"], exit: .cannotCreate)
        }
    }
}
