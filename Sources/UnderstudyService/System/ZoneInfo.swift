internal import FileStore
internal import JavaText
internal import MockEngine

/// The machine's time zones, `/usr/share/zoneinfo`; without that folder UTC and offsets are all there is.
final class ZoneInfo: TimeZoneDatabase {
    private let root = try? FileRoot("/usr/share/zoneinfo")

    func zoneFile(named name: String) -> [UInt8]? {
        guard let root, let path = RelativePath(name) else { return nil }
        return try? root.read(path)
    }
}
