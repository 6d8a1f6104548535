import Testing

@testable import S3Service

@Suite struct KeyEscapeTests {
    @Test(arguments: [
        ("a", "a"), ("a/b.jpg", "a/b.jpg"), ("a b/ü", "a b/ü"), ("100%.jpg", "100%.jpg"), ("a//b", "a/%!/b"), ("x/", "x/%!"),
        ("/x", "%!/x"),
        (".", "%!."), ("..", "%!.."), ("../x", "%!../x"), ("a/./b", "a/%!./b"), (".hidden", ".hidden"), ("a\nb", "%!a%0Ab"), ("", "%!"),
        ("%!x", "%!%25!x"), ("x.meta.json", "%!x%2Emeta.json"), ("x.meta.json/y", "%!x%2Emeta.json/y"), (".DS_Store", "%!.DS_Store"),
        (".meta.json/y", "%!%2Emeta.json/y"), ("x.meta.json/y.meta.json", "%!x%2Emeta.json/%!y%2Emeta.json"),
        (".DS_Store/y", ".DS_Store/y"),
    ])
    func keysHavePaths(key: String, path: String) {
        let escaped = KeyEscape.path(of: Array(key.utf8))
        #expect(String(decoding: escaped, as: UTF8.self) == path)
        #expect(KeyEscape.key(of: escaped) == Array(key.utf8))
    }

    /// A folder that was there before keeps its keys.
    @Test func aFolderMayHaveTheNameOfADescription() {
        #expect(KeyEscape.key(of: Array("x.meta.json/y".utf8)) == Array("x.meta.json/y".utf8))
    }

    @Test func keyBesideAFolderHasAnotherPath() {
        #expect(KeyEscape.path(of: Array("a/b".utf8), isBesideFolder: true) == Array("a/%!b".utf8))
        #expect(KeyEscape.key(of: Array("a/%!b".utf8)) == Array("a/b".utf8))
    }

    /// The folder has the escaped name itself.
    @Test(arguments: [("..", "../x"), ("x/", "x//y"), ("", "/a"), (".", "./a"), ("%!a", "%!a/b"), (String(repeating: "l", count: 300), "")])
    func escapedKeyBesideAFolderHasAnotherPath(key: String, beneath: String) {
        let path = KeyEscape.path(of: Array(key.utf8), isBesideFolder: true)
        #expect(KeyEscape.key(of: path) == Array(key.utf8))
        #expect(path != KeyEscape.path(of: Array(key.utf8)))
        let folder = KeyEscape.path(of: Array((beneath.isEmpty ? key + "/x" : beneath).utf8))
        #expect(!folder.starts(with: path + [UInt8(ascii: "/")]))
    }

    @Test func everyByteComesBack() {
        for key in [
            Array(0...255), [UInt8](repeating: 0xFF, count: 1_024), [UInt8](repeating: UInt8(ascii: "a"), count: 1_024),
            Array(String(repeating: "한", count: 341).utf8), Array((String(repeating: "x", count: 300) + ".meta.json").utf8),
            Array((String(repeating: "x", count: 300) + ".meta.json/y").utf8),
        ] {
            let path = KeyEscape.path(of: key)
            #expect(KeyEscape.key(of: path) == key)
            for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                #expect((1...245).contains(segment.count))
                #expect(String(validating: segment, as: UTF8.self) != nil)
                #expect(!segment.suffix(10).elementsEqual(".meta.json".utf8))
            }
        }
    }

    @Test(arguments: ["%!%", "%!%4", "%!%zz", "%!%2e", "%!a%+", "a/%!%+"]) func malformedEscapeIsNoKey(path: String) {
        #expect(KeyEscape.key(of: Array(path.utf8)) == nil)
    }
}
