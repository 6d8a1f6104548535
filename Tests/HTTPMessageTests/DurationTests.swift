import HTTPMessage
import Testing

@Suite struct DurationTests {
    @Test func scalingNeverOverflows() {
        #expect(Duration.milliseconds(10).scaled(by: 2.5) == .milliseconds(25))
        #expect(Duration.milliseconds(Int.max).scaled(by: 0) == .zero)
        #expect(Duration.zero.scaled(by: 1e308) == .zero)
        #expect(Duration.seconds(1).scaled(by: 1e30) == .longest)
        #expect(Duration.milliseconds(Int.max).scaled(by: 1e308) == .longest)
        let performance = Performance(initialDelay: .seconds(1), pace: .chunks(2, over: .seconds(1)))
        #expect(
            performance.scaled(by: 1e300) == Performance(initialDelay: .longest, pace: .chunks(2, over: .longest)))
    }

    @Test func millisecondsAreExact() {
        for number in [0, 1, -1, 999, 1_001, Int64.max, Int64.min] { #expect(Duration.milliseconds(number).wholeMilliseconds == number) }
        #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    }

    @Test func nanosecondsAreExact() {
        for number in [0, 1, -1, 999_999_999, 1_000_000_001, Int64.max, Int64.min] {
            #expect(Duration.nanoseconds(number).wholeNanoseconds == number)
        }
        #expect(Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999).wholeNanoseconds == -1)
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    }
}
