internal import Synchronization

/// A slot for one object, set once, and kept as long as the slot. Any thread.
///
/// Only this module uses it, by the two types below: in another module it is not specialized (decision 0230), and then a load costs 650
/// instructions, as that of an `AtomicLazyReference` does.
@safe private struct OnceSlot<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    private let object = unsafe Atomic<Unmanaged<Object>?>(nil)

    deinit { unsafe object.load(ordering: .acquiring)?.release() }

    @inline(__always)
    func load() -> Object? { unsafe object.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Calls the body with the stored object, without a retain: many threads share its reference count.
    @inline(__always)
    func withStored<Result>(_ body: (Object) -> Result) -> Result? {
        guard let stored = unsafe object.load(ordering: .acquiring) else { return nil }
        return unsafe stored._withUnsafeGuaranteedRef { body($0) }
    }

    @inline(__always)
    func store(_ new: Object) -> Object {
        let retained = unsafe Unmanaged.passRetained(new)
        let (stored, original) = unsafe object.compareExchange(expected: nil, desired: retained, ordering: .acquiringAndReleasing)
        if stored { return new }
        unsafe retained.release()
        return unsafe original?.takeUnretainedValue() ?? new
    }
}

/// A slot for another form of a response, set once. Any thread. Never store the response whose slot it is: the two would keep each other
/// for ever.
package struct CodedResponseSlot: ~Copyable, Sendable {
    private let slot = OnceSlot<Response>()

    package init() {}

    /// The stored response; nil when there is none.
    package func load() -> Response? { slot.load() }

    /// Stores the response, unless another thread was first.
    /// - Returns: the stored one.
    package func store(_ coded: Response) -> Response { slot.store(coded) }
}

/// A slot for the wire's prepared form of a response, set once. Any thread.
package struct WireSlot: ~Copyable, Sendable {
    private let slot = OnceSlot<WirePrepared>()

    /// Calls the body with the stored object, without a retain.
    /// - Returns: the body's result; nil when nothing is stored.
    package func withStored(_ body: (WirePrepared) -> Bool) -> Bool? { slot.withStored(body) }

    /// Stores the object, unless another thread was first.
    /// - Returns: the stored one.
    package func store(_ prepared: WirePrepared) -> WirePrepared { slot.store(prepared) }
}

/// Base class of what the wire stores in a `WireSlot`; released with the response. Open because Swift does not let another module subclass
/// a `package` class.
open class WirePrepared: @unchecked Sendable {
    // Unchecked only so that its one subclass, in MicroHTTPD, can have a C pointer; the reason why that is safe is there.
    package init() {}
}
