import Digest
import Testing

/// The vectors of RFC 2202 and RFC 4231.
@Suite struct KeyedDigestTests {
    @Test(arguments: [
        (DigestAlgorithm.sha1, [UInt8](repeating: 0x0B, count: 20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
        (.sha1, Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (
            .sha1, [UInt8](repeating: 0xAA, count: 80), "Test Using Larger Than Block-Size Key - Hash Key First",
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
        (
            .sha256, [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (.sha256, Array("Jefe".utf8), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (
            .sha256, [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (.md5, Array("Jefe".utf8), "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
    ])
    func equalsThePublishedVectors(algorithm: DigestAlgorithm, key: [UInt8], text: String, hex: String) {
        #expect(MessageDigest.of(text, algorithm, key: key).hex == hex)
    }
}
