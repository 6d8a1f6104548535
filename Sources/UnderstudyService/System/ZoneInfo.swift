internal import FileStore
internal import JavaText
internal import MockEngine

/// The machine's time zones in `/usr/share/zoneinfo`; without that folder only UTC and offsets.
final class ZoneInfo: TimeZoneDatabase {
    private let root = try? FileRoot("/usr/share/zoneinfo")

    func zoneFile(named name: String) -> [UInt8]? {
        guard let root, let path = RelativePath(name) else { return nil }
        return try? root.read(path)
    }
}
