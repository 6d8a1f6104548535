import Foundation
import OpenCombine
import OpenCombineFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The API of jokes, as publishers.
public struct JokeClient {
    let api: APIClient

    public init(api: APIClient) { self.api = api }

    public func random() -> AnyPublisher<Joke, APIError> {
        APIClient.connections.ocombine.dataTaskPublisher(for: api.url("jokes/random"))
            .mapError { _ in APIError.transport }
            .flatMap { data, response -> AnyPublisher<Joke, APIError> in
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                guard status == 200 else { return Fail(error: .status(status)).eraseToAnyPublisher() }
                return Just(data).decode(type: JokeReply.self, decoder: JSONDecoder())
                    .map(\.value)
                    .mapError { _ in APIError.unreadable }
                    .eraseToAnyPublisher()
            }
            .eraseToAnyPublisher()
    }
}
