import Testing

@testable import UnderstudyService

/// Which requests are served when the connections have run out.
struct AdminTargetTests {
    @Test(arguments: [
        "/__admin", "/__admin/health", "/__admin?a", "/__admin/mappings?limit=1", "http://localhost:8080/__admin/health",
        "/__session/abc/__admin/requests", "HTTP://a/__session/abc/__admin",
    ])
    func theAdminAPIsTargets(target: String) { #expect(FrontDoor.isForAdmin(target: Array(target.utf8)[...])) }

    @Test(arguments: [
        "/", "/__administration", "/a/__admin", "/x?/__admin", "*", "", "http://a", "/__session/abc",
        "/__session/__admin", "://", "/__sessions/a/__admin", "x?u=z://a/__admin", "ftp://a/__admin",
    ])
    func others(target: String) { #expect(!FrontDoor.isForAdmin(target: Array(target.utf8)[...])) }
}
