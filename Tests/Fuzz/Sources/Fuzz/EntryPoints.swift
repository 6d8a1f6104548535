import Foundation

/// The target that `$FUZZ_TARGET` names.
private let target: any FuzzTarget.Type = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = targets[name] else {
        print("fuzz: no target \"\(name)\". Known: \(targets.keys.sorted().joined(separator: ", ")).")
        exit(64)
    }
    return target
}()

/// What libFuzzer calls once for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
