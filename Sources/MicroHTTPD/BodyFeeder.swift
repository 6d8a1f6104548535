internal import CMicroHTTPD
internal import HTTPMessage

/// Passes the body of one response to the library piece by piece: from blocks or a stream, with pace, regulator and fault applied.
///
/// Belongs to one exchange and its worker thread. The library releases it with the response.
final class BodyFeeder {
    private let exchange: Exchange
    private let response: Response
    private let length: Int?
    private let fault: WireFault?
    private let faultPosition: Int
    private var pacer: Pacer?
    private let regulator: (any ResponseRegulator)?
    private var isOver = false

    private static let blockSize = 1 << 16

    static func queue(_ plan: WirePlan, on exchange: Exchange, closes: Bool) -> Bool {
        let feeder = BodyFeeder(plan, exchange)
        let head = ResponseHead(plan.response)
        if head.isTooLong { return exchange.queueInsteadOfLongHead() }
        let hasBody = exchange.sendsBody(plan.response)
        let isChunked = plan.response.framing == .chunked && hasBody
        let length = hasBody ? feeder.length : exchange.lengthWithoutBody(of: plan.response)
        // For a response without a body, the library would still send the last chunk if the length is unknown.
        let isHeadOnly = !hasBody && length == nil && plan.response.status != 204
        let closes = closes || isHeadOnly && !LibraryHooks.isVersion1
        // For a chunked body with a fault or a regulator, the library must not know the end. Otherwise it would send the last chunk before
        // the fault, and without asking the regulator.
        let isOpenEnded = isChunked && (feeder.fault != nil || feeder.regulator != nil)
        let size = isOpenEnded ? UInt64.max : length.map(UInt64.init) ?? (isHeadOnly && LibraryHooks.isVersion1 ? 0 : UInt64.max)
        let retained = unsafe Unmanaged.passRetained(feeder).toOpaque()
        let created = unsafe MHD_create_response_from_callback(
            size, blockSize, Trampolines.readBody, retained, Trampolines.releaseObject)
        guard let handle = unsafe created else {
            unsafe Unmanaged<BodyFeeder>.fromOpaque(retained).release()
            return false
        }
        unsafe head.apply(to: handle, closes: closes, chunked: isChunked)
        if isHeadOnly { unsafe wire_send_head_only(handle, head.saysKeepAlive) }
        if closes || head.saysClose { exchange.isLast = true }
        // If the body is never read (HEAD, an empty one), or only up to its length, the fault follows the response.
        exchange.feed(0, later: feeder.fault?.effect)
        if let block = head.block { exchange.headText.hand(over: block, for: plan) }
        let isQueued = unsafe MHD_queue_response(exchange.connection, head.status, handle) == .YES
        unsafe MHD_destroy_response(handle)
        return isQueued
    }

    private init(_ plan: WirePlan, _ exchange: Exchange) {
        self.exchange = exchange
        response = plan.response
        length = plan.response.body.length
        fault = plan.performance?.fault
        faultPosition = fault?.moment.position ?? Int.max
        regulator = plan.performance?.regulator
        pacer = plan.performance?.pace.map { [length] in Pacer($0, length: length) }
    }

    deinit {
        if case .stream(let stream, _) = response.body { stream.finish() }
    }

    private static let endOfBody = -1
    private static let brokenBody = -2

    /// - Returns: the number of bytes; 0 when suspended; -1 at the end of a chunked body.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let result = unsafe next(at: position, into: buffer)
        switch result {
        case Self.endOfBody where exchange.isVersion10: exchange.bodyEndsByClosing()
        case Self.brokenBody: break
        default: return result
        }
        // The library has return values for both. But with them it closes the connection and cleans it up only at the next event, which may
        // never come. So our side is closed here. The next write, of a byte that is never sent, then fails, and that is cleaned up at once.
        exchange.socket.finish()
        unsafe buffer[0] = 0
        return 1
    }

    /// - Returns: the number of bytes; 0 when suspended; or one of the two values above.
    private func next(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard exchange.streams() == nil, !isOver else { return Self.brokenBody }
        var limit = min(buffer.count, max(0, faultPosition - position))
        if limit > 0 {
            switch pacer?.allowance(at: position, now: MonotonicClock.now()) {
            case .bytes(let count): limit = min(limit, count)
            case .wait(let deadline): return wait(until: deadline)
            case nil: break
            }
        }
        if let regulator {
            switch exchange.ask(regulator, at: .body(position)) {
            case .maySend(let count): limit = min(limit, count)
            case .waits: return 0
            case .ends: return Self.brokenBody
            case .replaces: return cutOff()
            case .breaksOff(let effect): return breakOff(effect)
            }
        }
        if let fault, position >= faultPosition { return breakOff(fault.effect) }
        return unsafe fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<limit]), position)
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer, _ position: Int) -> Int {
        var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
        switch response.body {
        case .empty: return atEnd()
        case .bytes(let bytes):
            let count = min(buffer.count, bytes.count - position)
            guard count > 0 else { return atEnd() }
            unsafe bytes.withUnsafeBytes {
                unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
            }
            return given(count, position)
        case .blocks(let source, let range):
            let left = range.count - position
            guard left > 0 else { return atEnd() }
            do {
                let count = min(try source.read(at: range.lowerBound + position, into: &span), buffer.count, left)
                if count > 0 { return given(count, position) }
                return sourceEnded(early: position, of: range.count)
            } catch {
                exchange.core.options.log(.error, "Sending a body — after \(position) bytes: \(error). The connection was closed.")
                return sourceFailed()
            }
        case .stream(let stream, _):
            let waker = Waker(exchange)
            switch stream.read(into: &span, wake: waker.wake) {
            case .bytes(let count): return given(min(count, buffer.count), position)
            case .end:
                if let length, position < length { return sourceEnded(early: position, of: length) }
                return atEnd()
            case .failed: return sourceFailed()
            case .wait:
                switch exchange.suspend(forTime: false) {
                case .suspended(let generation):
                    waker.arm(generation)
                    return 0
                case .notSuspended: return Self.brokenBody
                }
            }
        }
    }

    private func sourceEnded(early position: Int, of length: Int) -> Int {
        exchange.core.options.log(
            .warning, "Sending a body — \(length) bytes announced: the source ended after \(position). The connection was closed.")
        return sourceFailed()
    }

    private func sourceFailed() -> Int {
        exchange.feederCutOff()
        return Self.brokenBody
    }

    private func given(_ count: Int, _ position: Int) -> Int {
        exchange.feed(position + count, later: fault?.effect)
        return count
    }

    private func atEnd() -> Int {
        if let fault { return breakOff(fault.effect) }
        return Self.endOfBody
    }

    private func breakOff(_ effect: WireFault.Effect) -> Int {
        isOver = true
        exchange.feederBrokeOff(effect)
        return exchange.breakOff(effect) ? 0 : Self.brokenBody
    }

    /// The response has begun, and another one would have to take its place.
    private func cutOff() -> Int {
        isOver = true
        exchange.feederCutOff()
        _ = exchange.breakOff(.close)
        return Self.brokenBody
    }

    private func wait(until deadline: Int64) -> Int {
        switch exchange.suspend(forTime: true) {
        case .suspended(let generation):
            exchange.core.reactor.wake(exchange, generation, at: deadline)
            return 0
        case .notSuspended(.due), .notSuspended(.ready):
            // The server stops without waiting: the rest is sent at once.
            pacer = nil
            return 0
        case .notSuspended: return Self.brokenBody
        }
    }
}
