internal import CLoader

/// The heap of the process: what large requests needed goes back to the system (decision 0176).
enum Heap {
    /// Fixes glibc's thresholds, for the rest of the process.
    static func keepSmall() { loader_keep_heap_small() }

    /// Gives back what is free now. Takes some milliseconds.
    static func trim() { loader_trim_heap() }
}
