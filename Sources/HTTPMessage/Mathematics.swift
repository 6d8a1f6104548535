#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The functions of the C mathematics library that are used.
package enum Mathematics {
    static func naturalLogarithm(_ value: Double) -> Double { log(value) }
    /// e to the power of the value.
    package static func exponential(_ value: Double) -> Double { exp(value) }
}
