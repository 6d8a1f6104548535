#if os(Linux) && Server
    internal import Foundation
    internal import Logging
    internal import UnderstudyClient
    internal import UnderstudyService

    /// Owns a server in this process. What takes time happens on a thread of its own: no thread of Swift's pool waits.
    final class InProcessServer: ServerOwner {
        struct Started: Sendable {
            let server: InProcessServer
            let http: URL
            let s3: URL?
        }

        private let service: Service

        private init(_ service: Service) { self.service = service }

        static func start(mocks: URL?, seed: UInt64?, at callSite: CallSite) async throws -> Started {
            try await onThread { () throws(UnderstudyFailure) -> Started in
                var configuration = Configuration.embedded(mocks: mocks?.path, servesS3: mocks != nil)
                configuration.seed = seed
                do {
                    let service = try Service(configuration, log: log)
                    let endpoints = try service.start()
                    guard let http = URL(string: endpoints.http) else {
                        throw UnderstudyFailure(.server, "The server's address is no URL: \(endpoints.http)", at: callSite)
                    }
                    return Started(server: InProcessServer(service), http: http, s3: endpoints.s3.flatMap { URL(string: $0) })
                } catch let failure as StartFailure {
                    throw UnderstudyFailure(
                        .server, "The server does not start.\n\(failure.messages.joined(separator: "\n"))", at: callSite)
                } catch let failure as UnderstudyFailure {
                    throw failure
                } catch {
                    throw UnderstudyFailure(.server, "The server does not start: \(error)", at: callSite)
                }
            }.get()
        }

        func stop() async { await Self.onThread { [service] in service.stop() }.get() }

        /// Stopping waits for requests in flight, so the last owner, who may be a task, does not do it.
        deinit {
            let service = service
            Thread.detachNewThread { service.stop() }
        }

        /// Warnings go to standard error.
        private static let log: Logger = {
            var log = Logger(label: "understudy") { StreamLogHandler.standardError(label: $0) }
            log.logLevel = .warning
            return log
        }()

        private static func onThread<Value: Sendable, Failure: Error>(
            _ work: @escaping @Sendable () throws(Failure) -> Value
        ) async -> Result<Value, Failure> {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
            }
        }
    }
#endif
