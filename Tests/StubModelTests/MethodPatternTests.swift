import StubModel
import Testing

@Suite struct MethodPatternTests {
    @Test(
        arguments: [
            (nil, nil, true), (nil, .one("GET"), true), (nil, .noneOf(["GET"]), true), (.one("GET"), nil, false),
            (.one("GET"), .one("GET"), true), (.one("GET"), .one("HEAD"), false), (.one("GET_OR_HEAD"), .one("HEAD"), true),
            (.one("GET"), .one("GET_OR_HEAD"), false), (.oneOf(["GET", "PUT"]), .one("PUT"), true),
            (.oneOf(["GET", "PUT"]), .oneOf(["PUT", "GET"]), true), (.oneOf(["GET", "PUT"]), .oneOf(["PUT", "POST"]), false),
            (.oneOf(["GET"]), .noneOf(["PUT"]), false), (.noneOf(["DELETE"]), .one("GET"), true),
            (.noneOf(["DELETE"]), .oneOf(["GET", "DELETE"]), false), (.noneOf(["DELETE"]), .noneOf(["PUT", "DELETE"]), true),
            (.noneOf(["PUT", "DELETE"]), .noneOf(["DELETE"]), false), (.noneOf(["DELETE"]), nil, false),
        ] as [(MethodPattern?, MethodPattern?, Bool)])
    func onePatternMayCoverAnother(pattern: MethodPattern?, other: MethodPattern?, isCovered: Bool) {
        #expect(pattern.covers(other) == isCovered)
    }
}
