#if os(macOS) || os(Linux)
    internal import Foundation

    /// What a program writes: the first line of its output, and its errors, which also go to this process's own.
    actor ProgramWords {
        private let lines: AsyncStream<String>
        private let outputEnd: AsyncStream<Void>
        private let errors: Task<String, Never>

        init(output: FileHandle, errors: FileHandle) {
            let (lines, parts) = AsyncStream.makeStream(of: String.self)
            let (outputEnd, ending) = AsyncStream.makeStream(of: Void.self)
            self.lines = lines
            self.outputEnd = outputEnd
            Self.read(output) { data in
                parts.yield(String(decoding: data, as: UTF8.self))
            } end: {
                parts.finish()
                ending.finish()
            }
            let (texts, continuation) = AsyncStream.makeStream(of: Data.self)
            Self.read(errors) { data in
                FileHandle.standardError.write(data)
                continuation.yield(data)
            } end: {
                continuation.finish()
            }
            self.errors = Task {
                var said = Data()
                for await text in texts where said.count < 65536 { said += text }
                return String(decoding: said, as: UTF8.self)
            }
        }

        /// The first line; nil when the output ends without one.
        func firstLine() async -> String? {
            var text = ""
            for await part in lines {
                text += part
                if let end = text.firstIndex(of: "\n") { return String(text[..<end]) }
            }
            return text.isEmpty ? nil : text
        }

        /// Waits until the program has ended.
        func end() async { for await _ in outputEnd {} }

        /// The errors' first 64 kB, when the program has ended.
        func errorText() async -> String { await errors.value }

        /// Reads on a thread of its own until the end.
        private static func read(
            _ handle: FileHandle, take: @escaping @Sendable (Data) -> Void, end: @escaping @Sendable () -> Void
        ) {
            Thread.detachNewThread {
                while case let data = handle.availableData, !data.isEmpty { take(data) }
                end()
            }
        }
    }
#endif
