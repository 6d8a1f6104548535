/// Limits of the work and of the response for explaining one miss. docs/limits.md names them.
enum MissLimits {
    /// Bytes of a request's body that are examined, after decompression. Bytes beyond it are not read.
    static let bodyBytes = 64 << 10
    /// Bytes of bodies that are compared to find the nearest stubs; each body pattern that is tried costs the body's length. Stubs that
    /// remain when it is used up are ranked last.
    static let comparedBytes = 4 << 20
    /// How many results of a path, and how many parts of a multipart body, are compared.
    static let elements = 20
    /// Bytes and lines up to which a value is shown in full.
    static let shownBytes = 2_000
    static let shownLines = 40
    /// Bytes of the table; further rows are counted.
    static let tableBytes = 64 << 10
    /// Bytes of a stub's JSON. A longer stub is shown by id, name and request only, or without the request too.
    static let mappingBytes = 16 << 10
    /// Bytes of a request's body in a list of near misses.
    static let listedBodyBytes = 16 << 10
    /// How many of the newest requests a list of near misses holds.
    static let listedRequests = 100
}

/// Counts the work done to explain one miss.
struct MissWork: Equatable {
    /// Bytes of bodies that body patterns were tried on.
    var comparedBytes = 0
    /// Bytes of the request's body that were read, decompressed.
    var readBytes = 0
    /// Stubs and patterns that were compared with the request beyond its head.
    var examinations = 0
}
