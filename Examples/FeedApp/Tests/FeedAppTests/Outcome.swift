import FeedApp
import UnderstudyClient

/// What may become of a request for a page.
enum Outcome: String, CaseIterable, Sendable {
    case comes, comesAfter800Milliseconds, comesTooLate, needsALogIn, isNotFound, fails, isBusyTwice, isReset, isCut, isNoJSON

    /// What the server responds with, one after the other.
    func responses(_ page: PosePage) -> [StubResponse] {
        switch self {
        case .comes: [.json(page)]
        case .comesAfter800Milliseconds: [.json(page).delay(milliseconds: 800)]
        case .comesTooLate: [.json(page).delay(milliseconds: 60_000)]
        case .needsALogIn: [.status(401)]
        case .isNotFound: [.status(404)]
        case .fails: [.status(500)]
        case .isBusyTwice: [.status(503), .status(503), .json(page)]
        case .isReset: [.fault(.reset)]
        case .isCut: [.json(page).fault(.truncate())]
        case .isNoJSON: [.text(#"{"content": ["#)]
        }
    }

    /// What the app makes of it.
    func expected(_ page: PosePage) -> Result<[Pose], APIError> {
        switch self {
        case .comes, .comesAfter800Milliseconds, .isBusyTwice: .success(page.poses)
        case .comesTooLate: .failure(.tooSlow)
        case .needsALogIn: .failure(.status(401))
        case .isNotFound: .failure(.status(404))
        case .fails: .failure(.status(500))
        case .isReset, .isCut: .failure(.transport)
        case .isNoJSON: .failure(.unreadable)
        }
    }

    /// How often the app asks.
    var requests: Int { self == .isBusyTwice ? 3 : 1 }
}
