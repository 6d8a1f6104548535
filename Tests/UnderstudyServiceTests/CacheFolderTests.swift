import Foundation
import TestSupport
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct CacheFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theFolderOfTheUnitComesFirst() {
        let home = folder.path
        #expect(CacheFolder.find(["CACHE_DIRECTORY": "\(home)/c:\(home)/d", "HOME": home]) == "\(home)/c")
        #expect(CacheFolder.find(["STATE_DIRECTORY": "\(home)/s", "HOME": home]) == "\(home)/s")
        #expect(CacheFolder.find(["XDG_CACHE_HOME": "\(home)/x", "HOME": home]) == "\(home)/x/understudy")
        #expect(CacheFolder.find(["HOME": home]) == "\(home)/.cache/understudy")
        #expect(FileManager.default.fileExists(atPath: "\(home)/.cache/understudy"))
    }

    @Test func whatCannotBeMadeIsLeftOut() throws {
        try folder.write("file", "x")
        #expect(CacheFolder.find(["CACHE_DIRECTORY": "\(folder.path)/file/c", "HOME": folder.path]) == "\(folder.path)/.cache/understudy")
        #expect(CacheFolder.find(["XDG_CACHE_HOME": "relative", "HOME": ""]) == nil)
        #expect(CacheFolder.find([:]) == nil)
    }

    @Test func aFileInItsPlaceIsToldWithTheVariable() throws {
        try folder.write("file", "x")
        let environment: Environment = ["CACHE_DIRECTORY": "\(folder.path)/file", "HOME": folder.path]
        #expect(CacheFolder.find(environment) == "\(folder.path)/.cache/understudy")
        #expect(
            CacheFolder.flaw(environment)
                == "the folder for entity tags of objects (CACHE_DIRECTORY): making the folder \"\(folder.path)/file\": there is a file of that "
                + "name. Name another one in CACHE_DIRECTORY (CacheDirectory= in a unit).")
        #expect(CacheFolder.flaw(["CACHE_DIRECTORY": "\(folder.path)/c"]) == nil)
        #expect(CacheFolder.flaw(["HOME": folder.path]) == nil)
    }
}
