extension JSONPathSuffix {
    static let average = JSONPathSuffix(name: "avg", ofNumbers: { $0.reduce(0, +) / Double($0.count) })

    static let maximum = JSONPathSuffix(name: "max", ofNumbers: { $0.max() ?? 0 })

    static let minimum = JSONPathSuffix(name: "min", ofNumbers: { $0.min() ?? 0 })

    /// Of the population, not of a sample, in the order of Jayway's calculation, whose last digits it has.
    static let standardDeviation = JSONPathSuffix(
        name: "stddev",
        ofNumbers: { numbers in
            let (count, sum) = (Double(numbers.count), numbers.reduce(0, +))
            let squares = numbers.reduce(0) { $0 + $1 * $1 }
            // Rounding can make it negative.
            return max(squares / count - sum * sum / count / count, 0).squareRoot()
        })

    static let sum = JSONPathSuffix(name: "sum", ofNumbers: { $0.reduce(0, +) })
}
