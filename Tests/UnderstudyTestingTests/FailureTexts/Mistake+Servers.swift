import Foundation
import UnderstudyClient
import UnderstudyTesting

extension Mistake {
    /// Servers that are not there.
    static let servers = [
        Mistake("A test without the trait") { _ in
            let session = try UnderstudySession.current
            try await session.stub("/api/tags", json: ["jump"])
        },
        Mistake("A program that is missing") { _ in
            _ = try await UnderstudyServer.launch(program: URL(fileURLWithPath: "/usr/local/bin/understudi"))
        },
        Mistake("A folder of mocks that is missing") { _ in
            _ = try await UnderstudyServer.launch(mocks: URL(fileURLWithPath: "/no/such/mocks"))
        },
        Mistake("A server at another address") { _ in
            _ = try await UnderstudyServer.attach(to: URL(string: "http://127.0.0.1:1"))
        },
    ]
}
