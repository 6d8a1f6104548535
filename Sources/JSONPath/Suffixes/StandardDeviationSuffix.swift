extension JSONPathSuffix {
    /// Of the whole population.
    static let standardDeviation = JSONPathSuffix(
        name: "stddev",
        ofNumbers: { numbers in
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            return (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
        })
}
