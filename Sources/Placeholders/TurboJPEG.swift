internal import CTurboJPEG

/// libjpeg-turbo, loaded at the first use (decision 0020).
@safe struct TurboJPEG: @unchecked Sendable {
    // Unchecked because the table contains C function pointers; it is filled once and then only read.
    private let table: UnsafePointer<turbojpeg_library>

    #if canImport(Darwin)
        private static let name = "libturbojpeg.0.dylib"
    #else
        private static let name = "libturbojpeg.so.0"
    #endif

    private static let loaded: Result<TurboJPEG, PlaceholderError> = {
        let table = UnsafeMutablePointer<turbojpeg_library>.allocate(capacity: 1)
        unsafe table.initialize(to: turbojpeg_library())
        guard let reason = unsafe turbojpeg_load(table, name) else { return .success(unsafe TurboJPEG(table: UnsafePointer(table))) }
        return .failure(
            PlaceholderError(
                unsafe "placeholders in JPEG need libjpeg-turbo, which could not be loaded: \(String(cString: reason))."
                    + " If it is not installed, on Debian: apt install libturbojpeg0. PNG needs nothing."))
    }()

    private init(table: UnsafePointer<turbojpeg_library>) { unsafe self.table = unsafe table }

    /// - Throws: a sentence that names the package, where the library is not installed.
    static func shared() throws(PlaceholderError) -> TurboJPEG { try loaded.get() }

    /// A picture as a JPEG file. Takes time.
    /// - Parameters:
    ///   - pixels: three bytes each: red, green, blue; in rows without gaps.
    ///   - quality: 1 to 100.
    func compress(_ pixels: [UInt8], width: Int, height: Int, quality: Int) throws(PlaceholderError) -> [UInt8] {
        guard let compressor = unsafe table.pointee.tjInitCompress() else { throw PlaceholderError("libjpeg-turbo has no memory") }
        defer { unsafe _ = table.pointee.tjDestroy(compressor) }
        var picture: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let status = unsafe pixels.withUnsafeBufferPointer { pixels in
            unsafe table.pointee.tjCompress2(
                compressor, pixels.baseAddress, Int32(width), 0, Int32(height), Int32(turbojpeg_rgb), &picture, &size,
                Int32(turbojpeg_420), Int32(quality), Int32(turbojpeg_accurate_dct))
        }
        defer { unsafe table.pointee.tjFree(picture) }
        guard status == 0, let picture = unsafe picture else {
            let reason = unsafe table.pointee.tjGetErrorStr2(compressor).map { unsafe String(cString: $0) }
            throw PlaceholderError("libjpeg-turbo could not make a picture: \(reason ?? "no reason given")")
        }
        return unsafe Array(UnsafeBufferPointer(start: picture, count: Int(size)))
    }
}
