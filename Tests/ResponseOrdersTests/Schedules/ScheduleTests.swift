import ResponseOrders
import Testing

@Suite struct ScheduleTests {
    private static func refusal(_ text: String) -> String? {
        do {
            _ = try Schedule(text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        "arrival", "reverse", "o1.1.1", "o1.5.5-1-3-2-4", "o1.3.3:2-1-3", "o1.3.3:2-1-3.0a91c4-77f0e2-b3310c",
        "o1.2.2-1.0123456789abcdef-fedcba9876543210",
    ])
    func whatIsReadIsWrittenAgain(text: String) throws { #expect(try Schedule(text).description == text) }

    @Test func aStepSaysWhatItWaitsFor() throws {
        let order = try FullOrder("o1.4.3:2-1-4-3")
        #expect(order.steps.map(\.number) == [2, 1, 4, 3])
        #expect(order.steps.map(\.arrivals) == [3, 3, 3, 4])
        #expect(order.checks.isEmpty && order.count == 4)
    }

    @Test func whatIsImpliedIsNotWritten() throws {
        #expect(try FullOrder("o1.3.1:1-2:2-3:3").description == "o1.3.1-2-3")
        #expect(try FullOrder("o1.3.3:1-3:2-3:3").description == "o1.3.3:1-2-3")
    }

    @Test(arguments: [
        (
            "later",
            #"this is not a schedule (character 1). Write "arrival", "reverse", or an order such as "o1.5.5-1-3-2-4"."#
        ),
        (
            "order",
            #"this is not a schedule (character 1). Write "arrival", "reverse", or an order such as "o1.5.5-1-3-2-4"."#
        ),
        ("o2.1.1", #"version 2 is unknown (character 2). Version 1 is the only one."#),
        ("o1.0.1", #"a number of responses begins with 0 (character 4). Numbers begin at 1 and have no zeros before them."#),
        ("o1.65.1", #"65 responses are not possible (character 4). An order has 1 to 64 of them."#),
        ("o1.12345.1", #"a number of responses has more than four digits (character 4). An order has 1 to 64 responses."#),
        ("o1.3", #""." is expected, found the end (character 5). The order follows: "o1.5.5-1-3-2-4"."#),
        ("o1.3.1-2-2", #"2 is here twice (character 10). Name each of the 3 responses once."#),
        ("o1.3.1-2-4", #"there is no response 4 of 3 (character 10). Name each of the 3 responses once."#),
        ("o1.3.1-3", #"response 2 is missing (character 9). Name each of the 3 responses once."#),
        ("o1.2.1-x", #"the number of a response is expected, found "x" (character 8). Write it in digits."#),
        ("o1.2.1-2-1", #"1 is here twice (character 10). Name each of the 2 responses once."#),
        ("o1.2.2-1:1", #"1 requests cannot have arrived before step 2 (character 8). Write 2 to 2, or leave it out."#),
        ("o1.2.3:2-1", #"3 requests cannot have arrived before step 1 (character 6). Write 1 to 2, or leave it out."#),
        ("o1.2.2-1 ", #""." is expected, found " " (character 9). After the order come "." and the checks, or nothing."#),
        (
            "o1.2.2-1.abcde-abcdef",
            #"the check of response 1 has 5 digits (character 10). Checks have 6 to 16 of the digits 0-9 and a-f, all of them the same number."#
        ),
        (
            "o1.2.2-1.abcdef-abcdef",
            #"the check abcdef is here twice (character 17). Each response has its own."#
        ),
        (
            "o1.2.2-1.abcdef",
            #"there are 1 checks for 2 responses (character 16). Write one for each response, or none."#
        ),
        (
            "o1.1.1.abcdef-012345",
            #"the end is expected, found "-" (character 14). Nothing follows the checks."#
        ),
    ])
    func aProblemHasAPlaceAndARepair(text: String, problem: String) { #expect(Self.refusal(text) == "schedule \"\(text)\": \(problem)") }

    @Test func aLongTextIsCut() throws {
        let refusal = try #require(Self.refusal(String(repeating: "x", count: 5_000)))
        #expect(refusal.utf8.count < 400)
    }
}
