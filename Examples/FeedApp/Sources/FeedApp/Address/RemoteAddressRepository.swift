import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Addresses from the server.
public struct RemoteAddressRepository: AddressRepository {
    let api: APIClient

    public init(api: APIClient) { self.api = api }

    public func address(latitude: String, longitude: String, completion: @escaping @Sendable (Result<String, APIError>) -> Void) {
        let url = api.url("maps/reverse-geocode", query: [("lat", latitude), ("lon", longitude)])
        let task = APIClient.connections.dataTask(with: url) { data, response, _ in
            guard let data, let response = response as? HTTPURLResponse else { return completion(.failure(.transport)) }
            guard response.statusCode == 200 else { return completion(.failure(.status(response.statusCode))) }
            completion(String(data: data, encoding: .utf8).map { .success($0) } ?? .failure(.unreadable))
        }
        task.resume()
    }
}
