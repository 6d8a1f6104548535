internal import Budget
internal import Compression
internal import HTTPMessage

extension Request {
    /// The body without its coding, charged by its bytes; a compressed one also a step for each byte that it decompresses to.
    ///
    /// How long a compressed body is becomes known only while it is decompressed: at most as many bytes as the budget allows until it stops
    /// or pauses.
    /// - Parameter budget: nil to charge nothing.
    /// - Throws: `WorkBudget.Stop` if the budget is too small to decompress it; `Gzip.Failure` if it cannot be decoded or would exceed the
    ///   limit; errors of reading a spooled body.
    func decodedBody(limit: Int, within budget: WorkBudget?) throws -> [UInt8] {
        guard let budget, isGzipped else {
            let bytes = try decodedBody(limit: limit)
            budget?.chargeBytes(bytes.count)
            return bytes
        }
        let affordable = budget.stepsUntilStop
        do {
            let bytes = try decodedBody(limit: min(limit, affordable))
            budget.chargeBytes(bytes.count)
            budget.chargeSteps(bytes.count)
            return bytes
        } catch Gzip.Failure.tooLarge(let reached) where reached == affordable {
            budget.chargeSteps(affordable + 1)
            throw budget.stop ?? WorkBudget.Stop.steps(budget.limits.steps)
        }
    }

    /// The same as WireMock shows it: a body that cannot be decoded or would exceed the limit is given as received. Nothing if the budget
    /// is too small to decompress it.
    func bodyWithoutCoding(limit: Int, within budget: WorkBudget?) -> [UInt8] {
        do { return try decodedBody(limit: limit, within: budget) } catch is WorkBudget.Stop { return [] } catch {
            return (try? body.bytes()) ?? []
        }
    }
}
