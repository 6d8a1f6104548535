internal import HTTPMessage

/// The field `Date` of one second, with the line break before it.
struct DateLine {
    /// How many bytes it has.
    static let count = 37
    /// A placeholder whose second no clock shows.
    static let none = DateLine(second: .min, bytes: [])

    /// In seconds since 1970.
    let second: Int
    let bytes: [UInt8]

    private init(second: Int, bytes: [UInt8]) {
        self.second = second
        self.bytes = bytes
    }

    init(at second: Int) {
        self.init(second: second, bytes: Array("\r\nDate: \(HTTPDate(secondsSinceEpoch: second).text)".utf8))
    }
}
