import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads what is near a place.
public struct PointsLoader: Sendable {
    let api: APIClient

    public init(api: APIClient) { self.api = api }

    public func points(latitude: Double, longitude: Double) async throws -> [PointOfInterest] {
        var request = URLRequest(url: api.url("points", query: [("lat", "\(latitude)"), ("long", "\(longitude)")]))
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        return try APIClient.decode(try await api.data(request))
    }
}
