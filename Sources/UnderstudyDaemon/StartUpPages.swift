internal import CLoader

/// Releases the pages of program code that only the start needs. They would count as resident until memory is scarce. A page that is needed
/// again comes back from the page cache with a minor fault for each 64 KiB.
///
/// The heap is told at the same time to give back what large requests leave (decision 0176); it keeps what the start left no longer, either.
enum StartUpPages {
    static func release() {
        loader_release_read_only_pages()
        loader_keep_heap_small()
    }
}
