/// Where addresses come from.
public protocol AddressRepository: Sendable {
    /// The address at a place. The completion handler is called once, on any thread.
    func address(latitude: String, longitude: String, completion: @escaping @Sendable (Result<String, APIError>) -> Void)
}
