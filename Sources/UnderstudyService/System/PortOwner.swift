internal import FileStore
internal import Glibc
internal import SystemCalls

/// The program that listens on a port. `/proc` only shows programs of the same user.
struct PortOwner: Equatable {
    var process: Int32
    /// The program's name, at most 15 characters.
    var name: String
    var arguments: [String]

    /// A table of more sockets is not read.
    private static let mostBytes = 64 << 20

    /// For a sentence: `understudy, pid 4711 (serving mocks)`.
    var description: String {
        let known = "\(name), pid \(process)"
        guard name == "understudy", let place = arguments.firstIndex(where: ["serve", "run"].contains) else { return known }
        // Behind a flag it may be anywhere.
        guard let next = arguments[(place + 1)...].first, !next.hasPrefix("-") else { return known }
        return "\(known) (serving \(next))"
    }

    /// Nil when there is none, or when it belongs to another user.
    static func find(port: Int) -> PortOwner? {
        guard let root = try? FileRoot("/proc") else { return nil }
        let sockets = Set(["net/tcp", "net/tcp6"].flatMap { listening(on: port, in: text($0)) }.map { "socket:[\($0)]" })
        if sockets.isEmpty { return nil }
        for entry in (try? root.list(.root)) ?? [] {
            let number = String(decoding: entry.name, as: UTF8.self)
            guard let process = Int32(number), let folder = RelativePath("\(number)/fd"), let files = try? root.list(folder) else {
                continue
            }
            let isOwner = files.contains { file in
                link("/proc/\(number)/fd/\(String(decoding: file.name, as: UTF8.self))").map(sockets.contains) ?? false
            }
            guard isOwner else { continue }
            let words = text("\(number)/cmdline").split(separator: "\0").map(String.init)
            let name = String(text("\(number)/comm").prefix { $0 != "\n" })
            return PortOwner(process: process, name: name, arguments: words)
        }
        return nil
    }

    /// The inodes of the sockets that listen on a port, from a table in the form of `/proc/net/tcp`.
    static func listening(on port: Int, in table: String) -> [String] {
        let digits = String(port, radix: 16, uppercase: true)
        let suffix = ":" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return table.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[1].hasSuffix(suffix), fields[3] == "0A" else { return nil }
            return String(fields[9])
        }
    }

    /// A file of `/proc`, whose status has no size.
    private static func text(_ path: String) -> String {
        String(decoding: (try? SystemCalls.contents(of: "/proc/\(path)", limit: mostBytes)) ?? [], as: UTF8.self)
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 128)
        let count = unsafe readlink(path, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
