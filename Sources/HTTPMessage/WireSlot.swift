package import Synchronization

/// A place for one object, set once. The wire puts its prepared form of a response there.
@safe package struct WireSlot: ~Copyable, Sendable {
    // Not an AtomicLazyReference: that one is generic code in a library, and its load alone cost 1.5 % of a request.
    @usableFromInline let object = unsafe Atomic<Unmanaged<WirePrepared>?>(nil)

    init() {}

    deinit { unsafe object.load(ordering: .acquiring)?.release() }

    /// What was stored, if anything was.
    @inlinable
    package func load() -> WirePrepared? { unsafe object.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Calls with what was stored, without counting a reference: many threads share the object, and its count.
    /// - Returns: nil when nothing was stored.
    @inlinable
    package func withStored<Result>(_ body: (WirePrepared) -> Result) -> Result? {
        guard let stored = unsafe object.load(ordering: .acquiring) else { return nil }
        return unsafe stored._withUnsafeGuaranteedRef { body($0) }
    }

    /// Stores the object, unless another thread was first.
    /// - Returns: the one that is stored.
    package func store(_ prepared: WirePrepared) -> WirePrepared {
        let retained = unsafe Unmanaged.passRetained(prepared)
        let (stored, original) = unsafe object.compareExchange(expected: nil, desired: retained, ordering: .acquiringAndReleasing)
        if stored { return prepared }
        unsafe retained.release()
        return unsafe original?.takeUnretainedValue() ?? prepared
    }
}

/// Base class of what the wire may keep in a `WireSlot`; released with the response. Open, because Swift lets no other
/// module subclass a `package` class.
open class WirePrepared: @unchecked Sendable {
    // Unchecked only so that the one subclass, in MicroHTTPD, may hold a C pointer; it states there why that is safe.
    package init() {}
}
