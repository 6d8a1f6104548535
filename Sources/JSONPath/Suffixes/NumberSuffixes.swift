extension JSONPathSuffix {
    static let average = JSONPathSuffix(name: "avg", ofNumbers: { $0.reduce(0, +) / Double($0.count) })

    static let maximum = JSONPathSuffix(name: "max", ofNumbers: { $0.max() ?? 0 })

    static let minimum = JSONPathSuffix(name: "min", ofNumbers: { $0.min() ?? 0 })

    /// Of the population, not of a sample.
    static let standardDeviation = JSONPathSuffix(
        name: "stddev",
        ofNumbers: { numbers in
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            return (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
        })

    static let sum = JSONPathSuffix(name: "sum", ofNumbers: { $0.reduce(0, +) })
}
