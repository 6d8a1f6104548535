#if os(macOS) || os(Linux)
    internal import Foundation

    /// What a program writes: the first line of its output, and its errors, which also go to this process's own.
    actor ProgramWords {
        /// What came of the wait for the first line.
        enum Beginning: Hashable, Sendable {
            case line(String)
            /// The output ended without a word.
            case end
            /// Nothing came in time.
            case late

            /// What was said.
            var text: String { if case .line(let line) = self { line } else { "nothing" } }
        }

        private let lines: AsyncStream<String>
        private let outputEnd: AsyncStream<Void>
        private let errorEnd: AsyncStream<Void>
        private let said = Locked(Data())

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
            let (errorEnd, errorEnding) = AsyncStream.makeStream(of: Void.self)
            self.errorEnd = errorEnd
            Self.read(errors) { [said] data in
                FileHandle.standardError.write(data)
                said.use { if $0.count < 65536 { $0 += data } }
            } end: {
                errorEnding.finish()
            }
        }

        /// Waits for the first line, at most so many seconds.
        func beginning(within seconds: Int) async -> Beginning {
            await withTaskGroup(of: Beginning.self) { group in
                group.addTask { await self.firstLine() }
                group.addTask {
                    try? await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000)
                    return .late
                }
                defer { group.cancelAll() }
                return await group.next() ?? .late
            }
        }

        /// Also ends when the task is cancelled.
        private func firstLine() async -> Beginning {
            var text = ""
            for await part in lines {
                text += part
                if let end = text.firstIndex(of: "\n") { return .line(String(text[..<end])) }
            }
            return text.isEmpty ? .end : .line(text)
        }

        /// Waits until the program has ended.
        func end() async { for await _ in outputEnd {} }

        /// Waits until all errors are read.
        func errorsEnd() async { for await _ in errorEnd {} }

        /// The errors' first 64 kB, as far as they have come.
        var errorText: String { said.use { String(decoding: $0, as: UTF8.self) }.trimmingCharacters(in: .whitespacesAndNewlines) }

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
