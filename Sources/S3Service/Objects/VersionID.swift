internal import S3Dialect

/// Names one version of an object.
enum VersionID: Sendable, Hashable {
    /// The version of a file in the folder, and of what is written while versions are off or suspended.
    case null
    case named(String)

    private static let length = 32
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._".utf8)

    /// As requests and responses have it.
    var text: String {
        switch self {
        case .null: "null"
        case .named(let name): name
        }
    }

    /// A name that no other version has.
    static func new() -> VersionID {
        var text: [UInt8] = []
        for _ in 0..<4 {
            var random = UInt64.random(in: .min ... .max)
            for _ in 0..<(length / 4) {
                text.append(letters[Int(random & 63)])
                random >>= 6
            }
        }
        return .named(String(decoding: text, as: UTF8.self))
    }

    /// The version that a request names; nil when it names none.
    /// - Throws: InvalidArgument for a text that cannot be a version's name.
    static func parse(_ text: String?) throws(S3Error) -> VersionID? {
        guard let text else { return nil }
        if text == "null" { return .null }
        if text.isEmpty { throw .invalidArgument("Version id cannot be the empty string", "versionId", text) }
        guard text.utf8.count == length, text.utf8.allSatisfy(letters.contains) else {
            throw .invalidArgument("Invalid version id specified", "versionId", text)
        }
        return .named(text)
    }
}
