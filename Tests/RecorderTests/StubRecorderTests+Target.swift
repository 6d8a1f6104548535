import HTTPMessage

/// The server that is recorded.
extension StubRecorderTests {
    static func plan(for request: Request, _ count: Count) -> WirePlan {
        switch request.path {
        case "/json":
            .init(
                Response(
                    status: 200, headers: [("Content-Type", "application/json"), ("X-T", "1"), ("X-T", "2")],
                    body: .bytes(Array(#"{"a":1}"#.utf8))))
        case "/bin": .init(Response(status: 201, headers: [("Content-Type", "image/png")], body: .bytes([0, 1, 255])))
        case "/counted":
            .init(
                Response(status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("answer \(count.next)".utf8))))
        case "/markup": .init(Response(status: 200, headers: [], body: .bytes(Array("<a>1</a>".utf8))))
        case "/untyped": .init(Response(status: 200, headers: [], body: .bytes(Array("text".utf8))))
        case "/unchanged": .init(Response(status: 304, headers: [("ETag", "\"a\""), ("Content-Length", "20")]))
        case "/tagged":
            .init(
                request.firstHeader("If-None-Match") == nil
                    ? .text(200, "whole", headers: [("ETag", "\"a\"")]) : Response(status: 304, headers: [("ETag", "\"a\"")]))
        case "/ranges":
            switch request.firstHeader("Range") {
            case "bytes=0-1": .init(.text(206, "wh", headers: [("Content-Range", "bytes 0-1/5")]))
            case nil: .init(.text(200, "whole"))
            default: .init(.text(416, "no such range"))
            }
        case "/none": .init(Response(status: 200, framing: .chunked))
        case "/links":
            .init(.text(200, #"{"next": "http:\/\/\#(request.firstHeader("Host") ?? "")\/links?page=2"}"#))
        case "/braces": .init(.text(200, "{{request.path}}"))
        case "/refused": .init(.text(500, "no further", headers: [("X-Understudy-Hops", "16")]))
        case "/deleted": .init(Response(status: 204))
        case "/secured":
            .init(Response(status: 301, headers: [("Location", "https://127.0.0.1:\(request.queryItems.first?.name ?? "")/json")]))
        case "/moved": .init(Response(status: 302, headers: [("Location", "http://\(request.firstHeader("Host") ?? "")/json")]))
        case "/aged": .init(Response(status: 200, headers: [("Cache-Control", "max-age=60"), ("Age", "5")]))
        case "/echo":
            .init(
                .text(
                    200,
                    "\(request.method) \(request.target) \(request.firstHeader("X-A") ?? "-") "
                        + String(decoding: (try? request.body.bytes()) ?? [], as: UTF8.self)))
        case "/cut":
            WirePlan(.text(200, "whole"), performance: Performance(fault: WireFault(.close, at: .bodyBytes(3))))
        case "/endless":
            WirePlan(
                Response(status: 200, body: .bytes([1, 2]), framing: .chunked),
                performance: Performance(pace: .chunks(2, over: .seconds(3_600))))
        case "/hang": WirePlan(.text(200, "late"), performance: Performance(initialDelay: .seconds(3_600)))
        case "/slow":
            WirePlan(
                Response(
                    status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("slow text".utf8)), framing: .chunked
                ),
                performance: Performance(pace: .chunks(3, over: .milliseconds(120))))
        default:
            .init(
                Response(
                    status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("hello \(request.target)".utf8))))
        }
    }
}
