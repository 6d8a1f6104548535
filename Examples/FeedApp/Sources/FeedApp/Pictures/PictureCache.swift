import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Pictures by their URLs. Each is loaded once, kept for as long as the server says, and then asked for by its `ETag`.
public actor PictureCache {
    private struct Entry {
        var data: Data
        var etag: String?
        var freshUntil: Date
    }

    private var entries: [URL: Entry] = [:]
    private var downloads: [URL: Task<Data, any Error>] = [:]
    private let now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// A picture's bytes.
    ///
    /// - Throws: ``PictureError``.
    public func picture(_ url: URL) async throws -> Data {
        if let entry = entries[url], now() < entry.freshUntil { return entry.data }
        if let download = downloads[url] { return try await download.value }
        let download = Task { try await load(url) }
        downloads[url] = download
        defer { downloads[url] = nil }
        return try await download.value
    }

    private func load(_ url: URL) async throws -> Data {
        var request = URLRequest(url: url)
        if let etag = entries[url]?.etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
        let (data, response) = try await Self.respond(to: request)
        if response.statusCode == 304, let old = entries[url] {
            keep(old.data, of: url, response)
            return old.data
        }
        guard response.statusCode == 200 else { throw PictureError.status(response.statusCode) }
        guard Self.isPicture(data) else { throw PictureError.notAPicture }
        keep(data, of: url, response)
        return data
    }

    private func keep(_ data: Data, of url: URL, _ response: HTTPURLResponse) {
        let control = response.value(forHTTPHeaderField: "Cache-Control") ?? ""
        let seconds = control.split(separator: "max-age=").dropFirst().first.flatMap { TimeInterval($0.prefix { $0.isNumber }) } ?? 0
        entries[url] = Entry(
            data: data, etag: response.value(forHTTPHeaderField: "ETag"), freshUntil: now().addingTimeInterval(seconds))
    }

    private static func respond(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do {
            return try await APIClient.respond(to: request)
        } catch APIError.transport {
            throw PictureError.cut
        }
    }

    private static func isPicture(_ data: Data) -> Bool {
        data.starts(with: [0xFF, 0xD8, 0xFF]) || data.starts(with: [0x89, 0x50, 0x4E, 0x47])
    }
}
