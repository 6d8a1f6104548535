internal import HTTPMessage

/// A method's exact spelling; `GET_OR_HEAD` stands for either of the two.
struct MethodToken: Sendable {
    let name: [UInt8]
    private let isGetOrHead: Bool

    init(_ name: String) {
        self.name = Array(name.utf8)
        isGetOrHead = name == "GET_OR_HEAD"
    }

    @inline(__always)
    func matches(_ request: Request) -> Bool { request.hasMethod(name) || isGetOrHead && Self.getOrHead.contains(where: request.hasMethod) }

    private static let getOrHead = [Array("GET".utf8), Array("HEAD".utf8)]
}
