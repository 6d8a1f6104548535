internal import HTTPMessage

/// Identifies a request of a run, so that the same request is recognized in the next run: `GET /feed?page=2 #1`.
///
/// Runs send the same requests in different orders, over different connections and at different times. What stays is the method, the path,
/// the query without the parts that change from run to run, and how many such requests came before.
package struct RequestLabel: Sendable, Hashable, CustomStringConvertible {
    /// Method, path and the relevant query: `GET /feed?page=2`.
    package let request: String
    /// 1 for the first such request of a run, 2 for the next.
    package let occurrence: Int

    package init(_ request: String, occurrence: Int = 1) {
        self.request = request
        self.occurrence = occurrence
    }

    package var description: String { "\(request) #\(occurrence)" }

    /// Represents the label in a schedule. Depends on the label only, on every machine.
    package var fingerprint: UInt64 {
        // FNV-1a; the generator then distributes the result over all bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in description.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var spread = SplitMix64(seed: hash)
        return spread.next()
    }
}
