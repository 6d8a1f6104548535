internal import Foundation

/// Where stubs were made, so that what is wrong with one can be told at its line. Any thread.
package final class StubOrigins: Sendable {
    /// Where a stub was made, and what to call it.
    package struct Origin: Hashable, Sendable {
        /// The line that made it.
        package let callSite: CallSite
        /// Its name in quotes, or else its requests: `GET /feed`.
        package let title: String
        /// Its requests.
        package let request: RequestPattern
    }

    private let origins = Locked<[String: Origin]>([:])

    /// No stub yet.
    package init() {}

    /// Notes stubs that have ids.
    package func note(_ stubs: [Stub], at callSite: CallSite) {
        origins.use { origins in
            for stub in stubs {
                let origin = Origin(callSite: callSite, title: stub.title, request: stub.request)
                if let id = stub.id { origins[id.uuidString.lowercased()] = origin }
                if let name = stub.name { origins[name] = origin }
            }
        }
    }

    /// All of them, by id.
    package var all: [String: Origin] { origins.use { $0.filter { UUID(uuidString: $0.key) != nil } } }

    /// Where the stub of an id or a name was made; nil for one that was not noted.
    package func origin(of idOrName: String) -> Origin? {
        origins.use { $0[idOrName] ?? $0[idOrName.lowercased()] }
    }
}
