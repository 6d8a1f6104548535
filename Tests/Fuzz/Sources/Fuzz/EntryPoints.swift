import Foundation
import FuzzTargets

/// The target that `$FUZZ_TARGET` names.
private let target: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = fuzzTarget(named: name) else {
        print("fuzz: no target \"\(name)\". Known: \(fuzzTargetNames.joined(separator: ", ")).")
        exit(64)
    }
    return target
}()

/// What libFuzzer calls once for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    target(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
