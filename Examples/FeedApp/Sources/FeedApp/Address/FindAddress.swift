/// The use case: the line that the map's screen shows for a place.
public struct FindAddress: Sendable {
    let repository: any AddressRepository

    public init(repository: any AddressRepository) { self.repository = repository }

    public func callAsFunction(latitude: String, longitude: String, completion: @escaping @Sendable (String) -> Void) {
        repository.address(latitude: latitude, longitude: longitude) { result in
            switch result {
            case .success(let address): completion(address)
            case .failure(.status(404)): completion("No address here")
            case .failure: completion("Try again")
            }
        }
    }
}
