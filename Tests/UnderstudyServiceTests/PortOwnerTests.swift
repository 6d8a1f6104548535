import Foundation
import Logging
import TestSupport
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct PortOwnerTests {
    @Test func theProcessThatListensIsFound() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.mocks = folder.path
        (configuration.port, configuration.s3Port) = (0, 0)
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = try Service(configuration, log: silent)
        defer { service.stop() }
        let port = try #require(Int(service.start().http.split(separator: ":").last ?? ""))
        #expect(PortOwner.find(port: port)?.process == getpid())
        configuration.port = port
        let failure = #expect(throws: StartFailure.self) { try Service(configuration, log: silent).start() }
        #expect(failure?.exit == .unavailable)
        #expect(failure?.messages.first?.contains(", pid \(getpid()). End its program, or choose another port") == true)
    }

    @Test func anUnderstudyIsToldWithItsFolder() {
        let path = "/usr/bin/understudy"
        func told(_ arguments: String...) -> String {
            PortOwner(process: 4711, name: "understudy", arguments: [path] + arguments).description
        }
        #expect(told("serve", "mocks", "--port", "1") == "understudy, pid 4711 (serving mocks)")
        #expect(told("serve", "--port", "1", "others") == "understudy, pid 4711", "it is not the folder ./mocks")
        #expect(PortOwner(process: 1, name: "python3", arguments: []).description == "python3, pid 1")
    }

    @Test func theTableOfSocketsIsRead() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 31337 1 0000000000000000 100 0 0 10 0
               1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 31338 1 0000000000000000 100 0 0 10 0
            """
        #expect(PortOwner.listening(on: 8080, in: table) == ["31337"])
        #expect(PortOwner.listening(on: 80, in: table) == [])
    }
}
