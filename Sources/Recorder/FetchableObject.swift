/// An object of a recording, with the URLs by which it can be fetched.
struct FetchableObject: Sendable {
    /// Those that are still to be tried, the best first; one at least.
    private var urls: [HostedObject]
    /// The object by its best URL, for messages.
    let shown: HostedObject
    /// Why that one has not brought it; nil unless it was tried before `current`.
    private(set) var reason: String?

    /// How many URLs of one object are tried: a feed that is polled has another signature each time.
    private static let mostURLs = 8

    /// - Parameter found: its URLs, in the order in which they were recorded; one at least.
    private init(_ found: [HostedObject]) {
        var latest: [HostedObject] = []
        for object in found.reversed() where latest.count < Self.mostURLs && !latest.contains(object) { latest.append(object) }
        urls = HostedObject.ranks.flatMap { rank in latest.filter { $0.rank == rank } }
        shown = urls[0]
    }

    /// The objects that URLs name, each once, in the order in which they were recorded.
    static func all(of found: [HostedObject]) -> [FetchableObject] {
        struct Name: Hashable {
            var bucket: String
            var key: [UInt8]
        }
        var places: [Name: Int] = [:]
        var objects: [[HostedObject]] = []
        for object in found {
            let name = Name(bucket: object.bucket, key: object.key)
            if let place = places[name] {
                objects[place].append(object)
            } else {
                places[name] = objects.count
                objects.append([object])
            }
        }
        return objects.map { FetchableObject($0) }
    }

    /// The URL to try now.
    var current: HostedObject { urls[0] }

    /// The same with the next URL, after this one has not brought it; nil if there is none.
    /// - Parameter reason: why it has not.
    func next(because reason: String) -> FetchableObject? {
        guard urls.count > 1 else { return nil }
        var next = self
        next.urls.removeFirst()
        next.reason = self.reason ?? reason
        return next
    }
}
