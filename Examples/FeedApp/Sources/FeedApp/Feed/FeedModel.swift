/// The feed's screen. A fast user has several pages under way; they are shown in their order, however they come.
@MainActor public final class FeedModel {
    /// What the screen says in place of poses, or below them.
    public enum Message: String, Sendable {
        case empty = "No poses yet"
        case logIn = "Log in"
        case notFound = "This feed is gone"
        case tooSlow = "This takes too long"
        case tryAgain = "Try again"
    }

    public private(set) var message: Message?
    public private(set) var isAtEnd = false
    /// Those of the pages from the first one on that have come.
    public var poses: [Pose] { (0..<nextPage).prefix { pages[$0] != nil }.flatMap { pages[$0] ?? [] } }
    public var isLoading: Bool { underWay > 0 }
    private var pages: [Int: [Pose]] = [:]
    private var nextPage = 0
    private var underWay = 0
    private let pageSize: Int
    private let client: FeedClient

    public init(client: FeedClient, pageSize: Int = 8) {
        self.client = client
        self.pageSize = pageSize
    }

    /// The user has scrolled to the end.
    public func loadNextPage() async {
        guard !isAtEnd else { return }
        let number = nextPage
        nextPage += 1
        underWay += 1
        defer { underWay -= 1 }
        message = nil
        do {
            let page = try await client.page(number, size: pageSize)
            pages[number] = page
            if page.count < pageSize { isAtEnd = true }
            if number == 0, page.isEmpty { message = .empty }
        } catch {
            nextPage = min(nextPage, number)
            message = Self.message(of: error)
        }
    }

    private static func message(of error: any Error) -> Message {
        switch error as? APIError {
        case .status(401): .logIn
        case .status(404): .notFound
        case .tooSlow: .tooSlow
        default: .tryAgain
        }
    }
}
