extension FullOrder {
    /// Parses the form of `description`.
    /// - Throws: `ScheduleError` with the place of the mistake.
    package init(_ text: String) throws(ScheduleError) {
        var reader = Reader(text)
        try reader.expect(UInt8(ascii: "o"), repair: "An order begins with \"o1\".")
        let version = try reader.number("a version")
        guard version.value == 1 else {
            throw reader.error("version \(version.value) is unknown", at: version.offset, repair: "Version 1 is the only one.")
        }
        try reader.expect(UInt8(ascii: "."), repair: "The number of responses follows: \"o1.5.5-1-3-2-4\".")
        let count = try reader.number("a number of responses")
        guard (1...Self.maximumCount).contains(count.value) else {
            throw reader.error(
                "\(count.value) responses are not possible", at: count.offset, repair: "An order has 1 to \(Self.maximumCount) of them.")
        }
        try reader.expect(UInt8(ascii: "."), repair: "The order follows: \"o1.5.5-1-3-2-4\".")
        let steps = try reader.steps(count.value)
        let checks = reader.isAtEnd ? [] : try reader.checks(count.value)
        self.init(steps: steps, checks: checks)
    }

    /// A text and the position in it.
    private struct Reader {
        private let text: String
        private let bytes: [UInt8]
        private var offset = 0

        init(_ text: String) {
            self.text = text
            bytes = Array(text.utf8)
        }

        var isAtEnd: Bool { offset == bytes.count }
        private var next: UInt8? { isAtEnd ? nil : bytes[offset] }

        func error(_ message: String, at place: Int? = nil, repair: String) -> ScheduleError {
            ScheduleError(text, at: place ?? offset, message, repair: repair)
        }

        /// The next character as `"x"`, or the end of the text.
        private var found: String {
            guard let next else { return "the end" }
            return next < 0x80 ? "\"\(String(decoding: [next], as: UTF8.self))\"" : "a character that is not ASCII"
        }

        mutating func expect(_ byte: UInt8, repair: String) throws(ScheduleError) {
            guard next == byte else {
                throw error("\"\(String(decoding: [byte], as: UTF8.self))\" is expected, found \(found)", repair: repair)
            }
            offset += 1
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            offset += 1
            return true
        }

        /// A whole number of at most four digits, without leading zeros.
        mutating func number(_ meaning: String) throws(ScheduleError) -> (value: Int, offset: Int) {
            let start = offset
            var value = 0
            while let next, (0x30...0x39).contains(next), offset - start < 4 {
                value = value * 10 + Int(next - 0x30)
                offset += 1
            }
            guard offset > start else { throw error("\(meaning) is expected, found \(found)", repair: "Write it in digits.") }
            if let next, (0x30...0x39).contains(next) {
                throw error("\(meaning) has more than four digits", at: start, repair: "An order has 1 to \(maximumCount) responses.")
            }
            guard bytes[start] != 0x30 else {
                throw error("\(meaning) begins with 0", at: start, repair: "Numbers begin at 1 and have no zeros before them.")
            }
            return (value, start)
        }

        mutating func steps(_ count: Int) throws(ScheduleError) -> [Step] {
            var steps: [Step] = []
            var seen: Set<Int> = []
            var reached = 0
            let all = "Name each of the \(count) responses once."
            repeat {
                var number = try number("the number of a response")
                var arrivals = max(reached, steps.count + 1)
                if take(UInt8(ascii: ":")) {
                    guard (arrivals...max(arrivals, count)).contains(number.value), number.value <= count else {
                        throw error(
                            "\(number.value) requests cannot have arrived before step \(steps.count + 1)", at: number.offset,
                            repair: "Write \(arrivals) to \(count), or leave it out.")
                    }
                    arrivals = number.value
                    number = try self.number("the number of a response")
                }
                guard number.value <= count else {
                    throw error("there is no response \(number.value) of \(count)", at: number.offset, repair: all)
                }
                guard seen.insert(number.value).inserted else {
                    throw error("\(number.value) is here twice", at: number.offset, repair: all)
                }
                steps.append(Step(number: number.value, arrivals: arrivals))
                reached = arrivals
            } while take(UInt8(ascii: "-"))
            guard let missing = (1...count).first(where: { !seen.contains($0) }) else { return steps }
            throw error("response \(missing) is missing", repair: all)
        }

        mutating func checks(_ count: Int) throws(ScheduleError) -> [String] {
            try expect(UInt8(ascii: "."), repair: "After the order come \".\" and the checks, or nothing.")
            var checks: [String] = []
            repeat {
                let start = offset
                while let next, (0x30...0x39).contains(next) || (0x61...0x66).contains(next) { offset += 1 }
                let check = String(decoding: bytes[start..<offset], as: UTF8.self)
                guard (6...16).contains(offset - start), offset - start == checks.first?.utf8.count ?? (offset - start) else {
                    throw error(
                        "the check of response \(checks.count + 1) has \(offset - start) digits", at: start,
                        repair: "Checks have 6 to 16 of the digits 0-9 and a-f, all of them the same number.")
                }
                guard !checks.contains(check) else {
                    throw error("the check \(check) is here twice", at: start, repair: "Each response has its own.")
                }
                checks.append(check)
            } while checks.count < count && take(UInt8(ascii: "-"))
            guard checks.count == count else {
                throw error("there are \(checks.count) checks for \(count) responses", repair: "Write one for each response, or none.")
            }
            guard isAtEnd else { throw error("the end is expected, found \(found)", repair: "Nothing follows the checks.") }
            return checks
        }
    }
}
