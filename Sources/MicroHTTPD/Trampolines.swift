internal import CMicroHTTPD
internal import Glibc

/// The functions that libmicrohttpd calls on its worker threads. They find the object and forward the call.
///
/// Members of a nonisolated enum, not closures of main.swift or of a main actor type: those compile, but trap on a library thread.
enum Trampolines {
    /// The request line has been read. Only now is the target available as received.
    static let requestLine: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
        _, target, connection in
        guard let context = unsafe wire_connection_context(connection), let target = unsafe target else { return nil }
        unsafe exchange(context)._withUnsafeGuaranteedRef {
            unsafe $0.begin(target: UnsafeRawBufferPointer(start: target, count: strlen(target)))
        }
        return unsafe context
    }

    /// Called when the head is complete, for each piece of the body, at the end of the request, and after each resume before a response.
    static let access: MHD_AccessHandlerCallback = { _, _, _, method, version, data, size, context in
        guard let exchange = unsafe context?.pointee.map({ unsafe Trampolines.exchange($0) }) else { return .NO }
        guard let method = unsafe method, let version = unsafe version, let size = unsafe size else { return .NO }
        let staysOpen = unsafe exchange._withUnsafeGuaranteedRef { exchange in
            guard unsafe data == nil else {
                return unsafe exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee), left: &size.pointee)
            }
            return unsafe exchange.proceed(
                method: UnsafeRawBufferPointer(start: method, count: strlen(method)), version: version)
        }
        return staysOpen ? .YES : .NO
    }

    static let completed: MHD_RequestCompletedCallback = { _, _, context, code in
        guard let exchange = unsafe context?.pointee.map({ unsafe Trampolines.exchange($0) }) else { return }
        unsafe exchange._withUnsafeGuaranteedRef { $0.complete(code) }
    }

    static let connectionChanged: MHD_NotifyConnectionCallback = { core, connection, context, code in
        guard let core = unsafe core, let connection = unsafe connection, let context = unsafe context else { return }
        if code == .CONNECTION_NOTIFY_STARTED {
            let core = unsafe Unmanaged<DaemonCore>.fromOpaque(core).takeUnretainedValue()
            if core.probes.take(unsafe wire_connection_descriptor(connection)) { return }
            let exchange = unsafe Exchange(core, connection: connection)
            unsafe context.pointee = Unmanaged.passRetained(exchange).toOpaque()
            exchange.opened()
        } else if let pointer = unsafe context.pointee {
            unsafe context.pointee = nil
            unsafe exchange(pointer).takeRetainedValue().closed()
        }
    }

    /// Called for each received header field.
    static let headerField: MHD_KeyValueIteratorN = { request, _, name, nameCount, value, valueCount in
        guard let request = unsafe request?.assumingMemoryBound(to: RequestFiller.self) else { return .NO }
        unsafe request.pointee.append(
            name: UnsafeRawBufferPointer(start: name, count: nameCount), value: UnsafeRawBufferPointer(start: value, count: valueCount))
        return .YES
    }

    /// Reads a piece of a body that is made while it is sent.
    static let readBody: MHD_ContentReaderCallback = { feeder, position, buffer, limit in
        guard let feeder = unsafe feeder, let buffer = unsafe buffer else { return -2 }
        return unsafe Unmanaged<BodyFeeder>.fromOpaque(feeder)._withUnsafeGuaranteedRef {
            unsafe $0.read(at: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: limit))
        }
    }

    /// Releases an object that the library retained.
    static let releaseObject: MHD_ContentReaderFreeCallback = { object in
        if let object = unsafe object { unsafe Unmanaged<AnyObject>.fromOpaque(object).release() }
    }

    /// Targets and values are used as received; the library must not decode them.
    static let unescape: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = { _, _, text in
        guard let text = unsafe text else { return 0 }
        return unsafe strlen(text)
    }

    static let log: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { core, line in
        guard let core = unsafe core, let line = unsafe line else { return }
        unsafe Unmanaged<DaemonCore>.fromOpaque(core)._withUnsafeGuaranteedRef {
            unsafe $0.libraryLogged(String(cString: line))
        }
    }

    private static func exchange(_ pointer: UnsafeMutableRawPointer) -> Unmanaged<Exchange> {
        unsafe Unmanaged<Exchange>.fromOpaque(pointer)
    }
}
