internal import HTTPMessage

/// The times in signatures, policies and lists.
enum SignatureTime {
    /// How far a request's time may be from the server's.
    static let maximumSkewSeconds = 900

    /// Seconds since 1970 of `20130524T000000Z`; nil for another form.
    static func parse(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
            let year = number(bytes[0..<4]), let month = number(bytes[4..<6]), let day = number(bytes[6..<8]),
            let hour = number(bytes[9..<11]), let minute = number(bytes[11..<13]), let second = number(bytes[13..<15])
        else { return nil }
        let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return time.isValid ? time.secondsSinceEpoch : nil
    }

    /// Seconds since 1970 of `2026-11-22T12:00:00.000Z`, with or without the fraction; nil for another form.
    static func parseISO(_ text: String) -> Int? {
        guard text.hasSuffix("Z") else { return nil }
        let pieces = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(pieces.count), let clock = pieces.first, clock.utf8.count == 19, pieces.count == 1 || !pieces[1].isEmpty,
            pieces.dropFirst().allSatisfy({ $0.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } })
        else { return nil }
        let marks = Array(clock.utf8)
        guard marks[4] == UInt8(ascii: "-"), marks[7] == UInt8(ascii: "-"), marks[13] == UInt8(ascii: ":"), marks[16] == UInt8(ascii: ":")
        else {
            return nil
        }
        return parse(clock.filter { $0 != "-" && $0 != ":" } + "Z")
    }

    /// Seconds since 1970 of a field Date or `x-amz-date`, in any form of HTTP's, with a zone of `+0000` too, or as `20130524T000000Z`.
    static func date(_ text: String) -> Int? {
        if let seconds = parse(text) { return seconds }
        let isNumeric = text.hasSuffix(" +0000") || text.hasSuffix(" -0000")
        return HTTPDate.parse(isNumeric ? text.dropLast(5) + "GMT" : text)?.secondsSinceEpoch
    }

    /// `20130524T000000Z`.
    static func text(_ seconds: Int) -> String {
        String(decoding: iso(seconds).utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    /// `2013-05-24T00:00:00Z`, the form of S3's errors.
    static func iso(_ seconds: Int) -> String {
        String(decoding: CivilTime(secondsSinceEpoch: seconds).iso8601Bytes.dropLast(".000Z".utf8.count), as: UTF8.self) + "Z"
    }

    /// Whether these are eight digits.
    static func isDay(_ text: String) -> Bool { text.utf8.count == 8 && number(Array(text.utf8)[...]) != nil }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            number = number * 10 + Int(digit &- UInt8(ascii: "0"))
        }
        return number
    }
}

extension S3Error {
    /// The elements of RequestTimeTooSkewed.
    /// - Parameter requestTime: as S3 repeats it.
    static func skew(_ requestTime: String, now: Int) -> [(String, String)] {
        [
            ("RequestTime", requestTime), ("ServerTime", SignatureTime.iso(now)),
            ("MaxAllowedSkewMilliseconds", String(SignatureTime.maximumSkewSeconds * 1_000)),
        ]
    }
}
