internal import HTTPMessage

/// A body in a file, of which the digest is known.
final class DigestedBody: SpooledBody {
    private let file: any SpooledBody
    let sha256: [UInt8]?

    init(_ file: any SpooledBody, sha256: [UInt8]) {
        self.file = file
        self.sha256 = sha256
    }

    var count: Int { file.count }
    func bytes() throws -> [UInt8] { try file.bytes() }
    func read(at offset: Int, limit: Int) throws -> [UInt8] { try file.read(at: offset, limit: limit) }
}
