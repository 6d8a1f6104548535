import Glibc
import SystemCalls
import Testing

@Suite struct UnixAddressTests {
    @Test(arguments: [("", false), (String(repeating: "a", count: 108), false), (String(repeating: "a", count: 107), true)])
    func pathsHaveALimit(_ path: String, _ isValid: Bool) {
        #expect((UnixAddress(path) != nil) == isValid)
    }

    @Test func anAddressHasThePathAndANul() throws {
        #expect(try bytes("/run/x", allowsAbstract: true) == Array("/run/x\0".utf8))
        #expect(try bytes("@x", allowsAbstract: false) == Array("@x\0".utf8))
    }

    @Test func anAbstractNameBeginsWithANul() throws {
        #expect(try bytes("@x", allowsAbstract: true) == Array("\0x".utf8))
    }

    /// What follows the family.
    private func bytes(_ path: String, allowsAbstract: Bool) throws -> [UInt8] {
        try #require(UnixAddress(path, allowsAbstract: allowsAbstract)).withSocketAddress { pointer, length in
            #expect(pointer.pointee.sa_family == sa_family_t(AF_UNIX))
            return Array(UnsafeRawBufferPointer(start: pointer, count: Int(length))[MemoryLayout<sa_family_t>.size...])
        }
    }
}
