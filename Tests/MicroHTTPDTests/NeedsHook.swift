import Testing

@testable import MicroHTTPD

/// A hook beyond libmicrohttpd's public API, on which a test depends. `Sources/MicroHTTPD/Hooks` holds them.
enum Hook: String {
    case heads
    case memory
    case received

    var works: Bool {
        switch self {
        case .heads: LibraryHooks.heads
        case .memory: LibraryHooks.memory
        case .received: LibraryHooks.received
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where that hook does not work: in builds without hooks, and, but for `heads`, with the shared library.
    static func needs(_ hook: Hook) -> Self { .enabled(if: hook.works, "needs the hook \"\(hook.rawValue)\"") }
}
