/// Ten clients with typical bugs: each is right when responses come in the order of the requests.
let plantedBugs: [any SimulatedClient.Type] = [
    SearchAsYouTypeClient.self, PagesAppendedClient.self, LikeOverwrittenClient.self, RotatingTokenClient.self, ThreeOfEightClient.self,
    SpinnerFlagClient.self, ListOverDetailClient.self, DeletedItemClient.self, LogoutClient.self, DependentRequestsClient.self,
]

/// Shows the last response, not the response to the last request.
struct SearchAsYouTypeClient: SimulatedClient {
    private var shown = ""
    let first = ["GET /search?q=s", "GET /search?q=sw", "GET /search?q=swi", "GET /search?q=swift"]
    mutating func receive(_ body: String, to request: String) -> [String] {
        shown = body
        return []
    }
    var isRight: Bool { shown == "/search?q=swift" }
}

/// Appends pages as they come.
struct PagesAppendedClient: SimulatedClient {
    private var shown: [String] = []
    let first = (1...6).map { "GET /feed?page=\($0)" }
    mutating func receive(_ body: String, to request: String) -> [String] {
        shown.append(body)
        return []
    }
    var isRight: Bool { shown == shown.sorted() }
}

/// A refresh that was sent before a like removes the like.
struct LikeOverwrittenClient: SimulatedClient {
    private var likesOnServer = 0
    private var likes = 0
    let first = ["GET /post/7", "GET /profile", "POST /post/7/like", "GET /comments"]
    mutating func serve(_ request: String) -> String {
        if request.hasPrefix("POST") { likesOnServer += 1 }
        return "\(likesOnServer)"
    }
    mutating func receive(_ body: String, to request: String) -> [String] {
        if request.hasSuffix("/post/7") || request.hasPrefix("POST") { likes = Int(body) ?? 0 }
        return []
    }
    var isRight: Bool { likes == 1 }
}

/// Each 401 refreshes the token, which makes the token before invalid. The client keeps the token that came last, not the newest one.
struct RotatingTokenClient: SimulatedClient {
    private var valid = 0
    private var token = 0
    let first = ["GET /a", "GET /b", "GET /c"]
    mutating func serve(_ request: String) -> String {
        switch request {
        case "POST /token":
            valid += 1
            return "\(valid)"
        case "GET /b": return "200"
        default: return "401"
        }
    }
    mutating func receive(_ body: String, to request: String) -> [String] {
        if request == "POST /token" { token = Int(body) ?? 0 }
        return body == "401" ? ["POST /token"] : []
    }
    var isRight: Bool { token == valid }
}

/// One wrong order of three among eight.
struct ThreeOfEightClient: SimulatedClient {
    private var seen: [String] = []
    let first = (1...8).map { "GET /part/\($0)" }
    mutating func receive(_ body: String, to request: String) -> [String] {
        seen.append(body)
        return []
    }
    var isRight: Bool {
        let places = ["/part/6", "/part/2", "/part/7"].compactMap { seen.firstIndex(of: $0) }
        return places != places.sorted()
    }
}

/// A flag instead of a count: the spinner goes when the second of two loads ends, while the first is still under way.
struct SpinnerFlagClient: SimulatedClient {
    private var isLoading = true
    private var open: Set<String> = ["GET /list", "GET /totals"]
    private var hidTooEarly = false
    let first = ["GET /list", "GET /avatar", "GET /totals", "GET /settings", "GET /news"]
    mutating func receive(_ body: String, to request: String) -> [String] {
        open.remove(request)
        if request == "GET /totals" { isLoading = false }
        if !isLoading && !open.isEmpty { hidTooEarly = true }
        return []
    }
    var isRight: Bool { !hidTooEarly }
}

/// A list with short items replaces the detail that came before it.
struct ListOverDetailClient: SimulatedClient {
    private var item = ""
    let first = ["GET /items", "GET /banner", "GET /flags", "GET /items/3", "GET /cart", "GET /offers"]
    mutating func receive(_ body: String, to request: String) -> [String] {
        if request == "GET /items" { item = "short" }
        if request == "GET /items/3" { item = "whole" }
        return []
    }
    var isRight: Bool { item == "whole" }
}

/// A list that was requested before the deletion brings the deleted item back.
struct DeletedItemClient: SimulatedClient {
    private var items = ["x", "y"]
    private var shown: [String] = []
    let first = ["GET /items", "GET /me", "GET /badges", "DELETE /items/x"]
    mutating func serve(_ request: String) -> String {
        if request.hasPrefix("DELETE") { items.removeAll { $0 == "x" } }
        return items.joined(separator: ",")
    }
    mutating func receive(_ body: String, to request: String) -> [String] {
        if request == "GET /items" { shown = body.split(separator: ",").map(String.init) }
        if request.hasPrefix("DELETE") { shown.removeAll { $0 == "x" } }
        return []
    }
    var isRight: Bool { !shown.contains("x") }
}

/// A profile that comes after the sign-out signs the user in again, if the settings have come between the two.
struct LogoutClient: SimulatedClient {
    private var isSignedIn = true
    private var hasSettings = false
    let first = ["GET /profile", "GET /inbox", "POST /logout", "GET /news", "GET /settings", "GET /help", "GET /about"]
    mutating func receive(_ body: String, to request: String) -> [String] {
        switch request {
        case "POST /logout":
            isSignedIn = false
            hasSettings = false
        case "GET /settings": hasSettings = true
        case "GET /profile": if hasSettings { isSignedIn = true }
        default: break
        }
        return []
    }
    var isRight: Bool { !isSignedIn }
}

/// The detail of what a list names is lost when it comes before the prices, which make a new table. The list leads to both.
struct DependentRequestsClient: SimulatedClient {
    private var rows: [String] = []
    let first = ["GET /list", "GET /user", "GET /ads"]
    mutating func receive(_ body: String, to request: String) -> [String] {
        switch request {
        case "GET /list": return ["GET /prices", "GET /detail/1", "GET /detail/2"]
        case "GET /prices": rows = ["prices"]
        case "GET /detail/2": rows.append("2")
        default: break
        }
        return []
    }
    var isRight: Bool { rows == ["prices", "2"] }
}
