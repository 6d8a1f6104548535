internal import Glibc

/// One event of inotify(7).
struct WatchEvent {
    /// The kernel's number of the watch; -1 when events were lost.
    let watch: Int32
    /// What happened: `IN_CREATE` and so on.
    let mask: UInt32
    /// The name in the watched folder; empty for the folder itself.
    let name: ArraySlice<UInt8>

    func has(_ flags: Int32) -> Bool { mask & UInt32(flags) != 0 }

    /// Watches what is at a path, and not what is there later.
    /// - Returns: the kernel's number of the watch; -1 after a failure, of which `errno` tells.
    static func watch(_ path: String, _ events: Int32, by descriptor: Int32) -> Int32 {
        unsafe inotify_add_watch(descriptor, path, UInt32(events))
    }

    /// Takes all events of a non-blocking descriptor.
    static func take(from descriptor: Int32, _ body: (WatchEvent) -> Void) {
        var events = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = unsafe read(descriptor, &events, events.count)
            if count <= 0 { return }
            parse(events[..<count], body)
        }
    }

    /// An event is the number of the watch, a mask, a cookie, the length of the name, and the name.
    private static func parse(_ events: ArraySlice<UInt8>, _ body: (WatchEvent) -> Void) {
        func number(at offset: Int) -> UInt32 { (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(events[offset + $1]) } }
        var offset = events.startIndex
        while offset + 16 <= events.endIndex {
            let end = min(offset + 16 + Int(number(at: offset + 12)), events.endIndex)
            let name = events[(offset + 16)..<end].prefix { $0 != 0 }
            body(WatchEvent(watch: Int32(bitPattern: number(at: offset)), mask: number(at: offset + 4), name: name))
            offset = end
        }
    }
}
