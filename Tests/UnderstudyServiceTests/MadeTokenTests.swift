import Foundation
import TestSupport
import Testing

@testable import UnderstudyService

/// The admin API's token when none is given.
@Suite(.timeLimit(.minutes(5))) struct MadeTokenTests {
    @Test func aUnitsStateFolderKeepsIt() throws {
        let folder = try TemporaryFolder()
        let environment: Environment = ["STATE_DIRECTORY": folder.path]
        let first = try MadeToken(environment)
        let path = folder.path + "/admin-token"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == first.text + "\n")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try MadeToken(environment).text == first.text)
        #expect(first.notice.hasSuffix(path) && !first.notice.contains(first.text), "the log is read by others")
        try folder.write("admin-token", "\n")
        let failure = #expect(throws: StartFailure.self) { try MadeToken(environment) }
        #expect(failure?.exit == .badConfiguration)
    }

    /// As with the files of the certificate authority in the same folder.
    @Test func anEmptyFileGetsANewOne() throws {
        let folder = try TemporaryFolder()
        try folder.write("admin-token", "")
        let token = try MadeToken(["STATE_DIRECTORY": folder.path])
        #expect(try String(contentsOfFile: folder.path + "/admin-token", encoding: .utf8) == token.text + "\n")
        #expect(token.notice.hasSuffix("It is a new one, because the file was empty."))
    }

    @Test func aFileInPlaceOfTheStateFolderIsToldWithTheVariable() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "x")
        let failure = #expect(throws: StartFailure.self) { try MadeToken(["STATE_DIRECTORY": folder.path + "/file"]) }
        #expect(failure?.exit == .cannotCreate)
        #expect(
            failure?.messages == [
                "the folder for the server's state (STATE_DIRECTORY): making the folder \"\(folder.path)/file\": \"\(folder.path)/file\" "
                    + "is not a folder. Name another one in STATE_DIRECTORY (StateDirectory= in a unit)."
            ])
    }

    @Test func elsewhereItIsAnotherOneEachTime() throws {
        let (first, second) = (try MadeToken(["HOME": "/nowhere"]), try MadeToken(["HOME": "/nowhere"]))
        #expect(first.text != second.text)
        #expect(first.notice.hasSuffix("Authorization: Bearer \(first.text)"))
    }
}
