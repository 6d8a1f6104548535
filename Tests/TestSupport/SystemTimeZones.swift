internal import Foundation
public import JavaText

/// The machine's own time zone database.
public struct SystemTimeZones: TimeZoneDatabase {
    public static let isPresent = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")

    public init() {}

    public func zoneFile(named name: String) -> [UInt8]? {
        guard !name.contains("..") else { return nil }
        return (try? Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))).map { [UInt8]($0) }
    }
}
