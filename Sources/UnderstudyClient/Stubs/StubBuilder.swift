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
    /// One stub.
    public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
    /// Several stubs.
    public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
    /// One after the other.
    public static func buildBlock(_ stubs: [Stub]...) -> [Stub] { stubs.flatMap { $0 } }
    /// Those of a condition that holds.
    public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
    /// Those of one branch.
    public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
    /// Those of the other branch.
    public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
    /// Those of a loop.
    public static func buildArray(_ stubs: [[Stub]]) -> [Stub] { stubs.flatMap { $0 } }
    /// Those within `if #available`.
    public static func buildLimitedAvailability(_ stubs: [Stub]) -> [Stub] { stubs }
}
