internal import S3Dialect

/// Names one version of an object.
enum VersionID: Sendable, Hashable {
    /// The version of a file in the folder, and of what is written while versions are off or suspended.
    case null
    case named(String)

    private static let length = 32
    /// How many letters at the beginning are the number, six bits each.
    private static let numberLength = 10
    /// The number of check letters at the end. S3's names have such letters, too: they tell a version that is gone from one that never was.
    private static let checkLength = 4
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._".utf8)

    /// As requests and responses have it.
    var text: String {
        switch self {
        case .null: "null"
        case .named(let name): name
        }
    }

    /// A name that no other version has. It tells where the version stood among the others when it is gone.
    /// - Parameter number: that of the change that makes the version.
    static func new(_ number: Int) -> VersionID {
        var text = (1...numberLength).map { letters[number >> (6 * (numberLength - $0)) & 63] }
        while text.count < length - checkLength {
            var random = UInt64.random(in: .min ... .max)
            for _ in 0..<9 {
                text.append(letters[Int(random & 63)])
                random >>= 6
            }
        }
        text += check(of: text[...])
        return .named(String(decoding: text, as: UTF8.self))
    }

    /// The version that a request names; nil when it names none.
    /// - Parameter argument: what names it.
    /// - Throws: InvalidArgument for a text that is not a name that this server makes.
    static func parse(_ text: String?, argument: String = "versionId") throws(S3Error) -> VersionID? {
        guard let text else { return nil }
        if text == "null" { return .null }
        if text.isEmpty { throw .invalidArgument("Version id cannot be the empty string", argument, text) }
        guard isName(Array(text.utf8)[...]) else { throw .invalidArgument("Invalid version id specified", argument, text) }
        return .named(text)
    }

    /// The number of the change that made the version; nil for `null`, which does not tell. A name that another process made may have any
    /// number.
    var number: Int? {
        switch self {
        case .null: nil
        case .named(let name): Self.number(of: name.utf8)
        }
    }

    /// An id that no other upload has: two names.
    /// - Parameter number: that of the change that begins the upload.
    static func newUpload(_ number: Int) -> String { new(number).text + new(number).text }

    /// The number of the change that began an upload.
    /// - Returns: nil for a text that cannot be the id of an upload.
    static func number(ofUpload text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 2 * length, isName(bytes[..<length]), isName(bytes[length...]) else { return nil }
        return number(of: bytes)
    }

    private static func number(of name: some Sequence<UInt8>) -> Int {
        name.prefix(numberLength).reduce(0) { $0 << 6 | (letters.firstIndex(of: $1) ?? 0) }
    }

    private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
        text.count == length && check(of: text.dropLast(checkLength)).elementsEqual(text.suffix(checkLength))
    }

    /// The letters that end a name: FNV-1a of those before.
    private static func check(of name: ArraySlice<UInt8>) -> [UInt8] {
        var hash = name.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return (0..<checkLength).map { _ in
            defer { hash >>= 6 }
            return letters[Int(hash & 63)]
        }
    }
}
