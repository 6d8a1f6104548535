internal import Digest
package import HTTPMessage
internal import Synchronization

/// Makes placeholders, and keeps the latest. Any thread.
package final class PictureMaker: Sendable {
    private struct Kept: Sendable {
        var pictures: [PlaceholderOrder: Placeholder] = [:]
        var bytes = 0
    }

    /// Pictures with more pixels are large.
    private static let manyPixels = 2_097_152

    private let maximumBytes: Int
    private let kept = Mutex(Kept())
    private let previousGeneration = Mutex(Kept())
    private let largePictures = LargePictures()

    /// - Parameter maximumBytes: of the pictures that are kept.
    package init(maximumBytes: Int = 32 << 20) { self.maximumBytes = maximumBytes }

    /// The picture, if it is kept.
    package func kept(_ order: PlaceholderOrder) -> Placeholder? {
        if let picture = kept.withLock({ $0.pictures[order] }) { return picture }
        guard let picture = previousGeneration.withLock({ $0.pictures[order] }) else { return nil }
        keep(picture, order)
        return picture
    }

    /// The queue on which to make pictures of this form: for large ones, which are made one after the other, a queue that occupies at most
    /// one of the threads.
    package func queue(for form: PlaceholderForm, over threads: any WorkQueue) -> any WorkQueue {
        form.width * form.height > Self.manyPixels ? LargePictures.Queue(largePictures, over: threads) : threads
    }

    /// The picture. Takes time unless it is kept: call it on `queue(for:over:)`.
    /// - Throws: where the library for its format is not installed, or has no memory.
    package func picture(_ order: PlaceholderOrder) throws(PlaceholderError) -> Placeholder {
        if let known = kept(order) { return known }
        let bytes = try Self.make(order)
        let picture = Placeholder(bytes: bytes, digest: MessageDigest.of(bytes, .md5).hex, mediaType: order.form.mediaType)
        keep(picture, order)
        return picture
    }

    private static func make(_ order: PlaceholderOrder) throws(PlaceholderError) -> [UInt8] {
        let drawing = PlaceholderDrawing(order)
        switch order.form.format {
        case .png: return try PNGFile.bytes(drawing.bitmap)
        case .jpeg:
            let bitmap = drawing.bitmap
            return try TurboJPEG.shared().compress(bitmap.colors, width: bitmap.width, height: bitmap.height, quality: 85)
        }
    }

    /// Half of the room is for the latest pictures. When it is full, they become the previous generation, whose pictures are dropped.
    private func keep(_ picture: Placeholder, _ order: PlaceholderOrder) {
        let full = kept.withLock { kept -> Kept? in
            guard kept.pictures[order] == nil else { return nil }
            var full: Kept?
            if kept.bytes + picture.bytes.count > maximumBytes / 2 {
                full = kept
                kept = Kept()
            }
            guard picture.bytes.count <= maximumBytes / 2 else { return full }
            kept.pictures[order] = picture
            // An order and an entry are not much longer than their texts.
            kept.bytes += picture.bytes.count + order.label.utf8.count + order.seed.utf8.count + 200
            return full
        }
        if let full { previousGeneration.withLock { $0 = full } }
    }
}
