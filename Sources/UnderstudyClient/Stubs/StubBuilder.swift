/// Lists stubs one below the other, with conditions and loops:
///
/// ```swift
/// let session = try await server.session("a feed") {
///     Stub.get("/api/pose/all").respond(json: page)
///     for key in keys { Stub.get("/pictures/\(key)").respond(file: "pose.jpg") }
/// }
/// ```
@resultBuilder
public enum StubBuilder {
    /// The stub of an expression.
    public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
    /// The stubs of an expression.
    public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
    /// The stubs of a block's lines, in their order.
    public static func buildBlock(_ stubs: [Stub]...) -> [Stub] { stubs.flatMap { $0 } }
    /// The stubs of an `if` without `else`; none when its condition does not hold.
    public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
    /// The stubs of the first branch of an `if` or `switch`.
    public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
    /// The stubs of the other branch.
    public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
    /// The stubs of a loop, in its order.
    public static func buildArray(_ stubs: [[Stub]]) -> [Stub] { stubs.flatMap { $0 } }
    /// The stubs of an `if #available`.
    public static func buildLimitedAvailability(_ stubs: [Stub]) -> [Stub] { stubs }
}
