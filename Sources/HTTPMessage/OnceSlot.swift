package import Synchronization

/// A slot for one object, set once, and kept as long as the slot. Any thread.
@safe package struct OnceSlot<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    // Not an AtomicLazyReference: that is generic code in a library, and its load alone costs 2 % of a request.
    @usableFromInline let object = unsafe Atomic<Unmanaged<Object>?>(nil)

    @inlinable package init() {}

    @inlinable deinit { unsafe object.load(ordering: .acquiring)?.release() }

    /// The stored object; nil when there is none.
    @inlinable
    package func load() -> Object? { unsafe object.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Calls the body with the stored object, without a retain: many threads share its reference count.
    /// - Returns: the body's result; nil when nothing is stored.
    @inlinable
    package func withStored<Result>(_ body: (Object) -> Result) -> Result? {
        guard let stored = unsafe object.load(ordering: .acquiring) else { return nil }
        return unsafe stored._withUnsafeGuaranteedRef { body($0) }
    }

    /// Stores the object, unless another thread was first.
    /// - Returns: the stored one.
    @inlinable
    package func store(_ new: Object) -> Object {
        let retained = unsafe Unmanaged.passRetained(new)
        let (stored, original) = unsafe object.compareExchange(expected: nil, desired: retained, ordering: .acquiringAndReleasing)
        if stored { return new }
        unsafe retained.release()
        return unsafe original?.takeUnretainedValue() ?? new
    }
}

/// A slot for the wire's prepared form of a response.
package typealias WireSlot = OnceSlot<WirePrepared>

/// Base class of what the wire stores in a `WireSlot`; released with the response. Open because Swift does not let another module subclass
/// a `package` class.
open class WirePrepared: @unchecked Sendable {
    // Unchecked only so that its one subclass, in MicroHTTPD, can have a C pointer; the reason why that is safe is there.
    package init() {}
}
