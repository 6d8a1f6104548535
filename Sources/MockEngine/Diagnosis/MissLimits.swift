/// What explaining one miss may take, and what it sends back. docs/misses.md names each of them.
enum MissLimits {
    /// Bytes of a request's body that are looked at, decompressed when it is gzipped. What lies behind them is not read.
    static let bodyBytes = 64 << 10
    /// Bytes of bodies that are compared to find the nearest stubs: each body pattern that is tried costs the length of the body. Stubs
    /// that are left when it is used up come after all others.
    static let comparedBytes = 4 << 20
    /// Of what a path finds in a body, and of the parts of a multipart body: so many are compared.
    static let elements = 20
    /// Bytes and lines up to which a value is shown whole.
    static let shownBytes = 2_000
    static let shownLines = 40
    /// Of the table; further rows are counted.
    static let tableBytes = 64 << 10
    /// A stub that is longer as JSON is shown by its id, name and request alone, or without the request as well.
    static let mappingBytes = 16 << 10
    /// Bytes of a request's body in a list of near misses.
    static let listedBodyBytes = 16 << 10
    /// Requests whose near misses one list holds, the newest.
    static let listedRequests = 100
}

/// How much has been done to explain one miss.
struct MissWork: Equatable {
    /// Bytes of bodies that body patterns were asked about.
    var comparedBytes = 0
    /// Bytes of the request's body that were read, decompressed.
    var readBytes = 0
    /// Stubs and patterns that were compared with the request beyond its head.
    var examinations = 0
}
