internal import CLoader

/// The pages of program code that the start alone needed. They would count as resident until memory gets scarce; an idle server gives
/// them back. What serving needs of them comes back from the page cache at the first use, a minor fault for each 64 KiB.
enum StartUpPages {
    static func release() { loader_release_read_only_pages() }
}
