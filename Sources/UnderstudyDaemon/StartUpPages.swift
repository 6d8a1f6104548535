internal import CLoader

/// Releases the pages of program code that only the start needs. They would count as resident until memory is scarce. A page that is needed
/// again comes back from the page cache with a minor fault for each 64 KiB.
enum StartUpPages {
    static func release() { loader_release_read_only_pages() }
}
