internal import CGnuTLS

/// A certificate with those of its issuers, and its key, as PEM texts. Not checked until `TLSCredentials` are made of it.
package struct TLSIdentity: Sendable {
    /// The server's own certificate first.
    package var chain: [UInt8]
    /// Not encrypted.
    package var key: [UInt8]
    /// The file of the chain, for messages.
    package var chainName: String
    /// The file of the key, for messages.
    package var keyName: String

    package init(chain: [UInt8], key: [UInt8], chainName: String, keyName: String) {
        self.chain = chain
        self.key = key
        self.chainName = chainName
        self.keyName = keyName
    }

    /// From when until when the first certificate is valid, in seconds since 1970.
    /// - Throws: when there is no certificate in the text.
    package func validity() throws(TLSError) -> (from: Int, until: Int) {
        let library = try TLSLibrary.shared()
        var (from, until): (Int64, Int64) = (0, 0)
        let code = unsafe chain.withUnsafeBytes {
            unsafe tls_dates(library.table, $0.baseAddress, UInt32($0.count), &from, &until)
        }
        guard code == 0 else {
            let isKey = chain.firstRange(of: Array("PRIVATE KEY-----".utf8)) != nil
            let repair = isKey ? "It is a key: are the two exchanged?" : "It must be PEM: -----BEGIN CERTIFICATE-----"
            throw TLSError("\(chainName): there is no certificate in it (\(library.reason(code))). \(repair)")
        }
        return (Int(from), Int(until))
    }

    /// How many certificates may precede the server's own for that to be noticed.
    private static let longestSearch = 8

    /// The same without the certificates that precede each further one of the chain.
    var withoutFirst: [TLSIdentity] {
        let mark = Array("-----BEGIN CERTIFICATE-----".utf8)
        var rest = chain[...]
        var found: [TLSIdentity] = []
        while found.count < Self.longestSearch, let start = rest.dropFirst().firstRange(of: mark)?.lowerBound {
            rest = rest[start...]
            found.append(TLSIdentity(chain: Array(rest), key: key, chainName: chainName, keyName: keyName))
        }
        return found
    }

    /// Whether the first certificate is for that host: a name, or a numeric address.
    package func covers(_ host: String) -> Bool {
        guard let library = try? TLSLibrary.shared() else { return false }
        return unsafe chain.withUnsafeBytes { unsafe tls_is_for(library.table, $0.baseAddress, UInt32($0.count), host) } != 0
    }
}
