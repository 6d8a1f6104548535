import Foundation
import SystemCalls
import Testing
import UnderstudyService

@testable import UnderstudyDaemon

/// Which service `understudy reload` calls, and what it says when that does not reload.
@Suite(.timeLimit(.minutes(5))) struct AdminSocketTests {
    private func failure(path: String? = nil, _ environment: Environment = [:]) -> StartFailure? {
        return #expect(throws: StartFailure.self) { _ = try AdminSocket(path: path, environment: environment).reload() }
    }

    /// Otherwise a mistyped variable would reload another service.
    @Test func aSocketThatIsNamedIsTheOnlyOne() {
        let failure = failure(["UNDERSTUDY_ADMIN_SOCKET": "/nonexistent/admin.sock"])
        #expect(failure?.exit == .unavailable)
        let line = "calling the service at \"/nonexistent/admin.sock\": No such file or directory. Does it run, and is it yours?"
        #expect(failure?.messages == [line])
    }

    @Test func anEmptyPathIsAMistake() {
        let failure = failure(path: "")
        #expect(failure?.exit == .usage)
        #expect(failure?.messages == ["--socket: the path is empty. Name the service's admin socket, or leave the option out."])
    }

    /// Root may see everything.
    @Test(.enabled(if: geteuid() != 0)) func aSocketThatMayNotBeSeenIsAnothersService() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runtime-\(UUID())")
        let place = folder.appending(path: "understudy")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0])
        defer { try? FileManager.default.removeItem(at: folder) }
        let failure = failure(["XDG_RUNTIME_DIR": folder.path])
        #expect(failure?.exit == .noPermission)
        #expect(failure?.messages.first?.hasSuffix("It is another user's service: call it as that user, or with sudo.") == true)
    }

    @Test func aServiceThatDoesNotRespondIsNotWaitedFor() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "silent-\(UUID())").path
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(listener)
            unlink(path)
        }
        let address = try #require(UnixAddress(path))
        #expect(unsafe address.withSocketAddress { unsafe bind(listener, $0, $1) } == 0)
        #expect(listen(listener, 1) == 0)
        let failure = #expect(throws: StartFailure.self) {
            _ = try AdminSocket(path: path, environment: [:], patience: .milliseconds(50)).reload()
        }
        #expect(failure?.exit == .unavailable)
        #expect(failure?.messages.first?.hasPrefix("the service at \"\(path)\" does not respond: it is stopped or stuck, or ") == true)
    }

    @Test func aServiceThatCannotStartSaysSo() throws {
        let socket = try AdminSocket(path: "/a")
        let response = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\nUnderstudy could not start. Its log says why.\n"
        let failure = #expect(throws: StartFailure.self) { try socket.result(of: Array(response.utf8)) }
        #expect(failure?.exit == .unavailable)
        #expect(failure?.messages == ["the service at \"/a\" does not reload: Understudy could not start. Its log says why."])
        let other = #expect(throws: StartFailure.self) { try socket.result(of: Array("HTTP/1.1 404 Not Found\r\n\r\n".utf8)) }
        let line = "\"/a\" is not the admin socket of a service that can reload: it said \"HTTP/1.1 404 Not Found\"."
        #expect(other?.messages == [line])
    }
}
