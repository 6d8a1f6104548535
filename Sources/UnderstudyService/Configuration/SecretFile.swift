internal import Glibc
internal import SystemCalls

/// A small file with a secret, read once. Its text is never part of a message.
struct SecretFile {
    /// Longer files are refused, in bytes.
    static let maximumBytes = 64 << 10

    /// The lines with their numbers from 1, without the blanks at their ends.
    let lines: [(number: Int, text: String)]

    /// - Parameters:
    ///   - what: its purpose, for messages: "the token file".
    ///   - setting: the flag that names it.
    /// - Throws: `StartFailure` with 78 when it cannot be read, is too long, or is not text.
    init(_ path: String, _ what: String, _ setting: String) throws(StartFailure) {
        let bytes: [UInt8]
        do {
            bytes = try SystemCalls.contents(of: path, limit: Self.maximumBytes)
        } catch {
            let reason = error.code == EFBIG ? "it has more than \(Self.maximumBytes) bytes" : SystemCalls.reason(error.code)
            throw StartFailure(
                ["reading \(what) \"\(path)\": \(reason). Name a file that the server's user may read (\(setting))."],
                exit: .badConfiguration)
        }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw StartFailure(["\(what) \"\(path)\" is not a text in UTF-8. Name a file of text (\(setting))."], exit: .badConfiguration)
        }
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map { index, line in
            (index + 1, String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()))
        }
    }
}
