/// Numbers in the order of their last use. Each change takes the same time, however many there are.
struct UseOrder {
    /// A ring: behind each number the one that was used next. Behind 0, which stands for no number, is the one that was used longest ago.
    private var later = [0]
    private var earlier = [0]
    /// Numbers that were removed.
    private var free: [Int] = []

    /// The number that was used longest ago; nil when there is none.
    var oldest: Int? { later[0] == 0 ? nil : later[0] }

    /// Takes a number that is not in use, as the one that was used last.
    /// - Returns: 1 or more; the least that was never taken, or one that was removed.
    mutating func add() -> Int {
        let number: Int
        if let known = free.popLast() {
            number = known
        } else {
            number = later.count
            later.append(0)
            earlier.append(0)
        }
        append(number)
        return number
    }

    /// Makes a number the one that was used last.
    mutating func use(_ number: Int) {
        take(number)
        append(number)
    }

    mutating func remove(_ number: Int) {
        take(number)
        free.append(number)
    }

    private mutating func append(_ number: Int) {
        let last = earlier[0]
        (later[last], earlier[number]) = (number, last)
        (later[number], earlier[0]) = (0, number)
    }

    private mutating func take(_ number: Int) {
        later[earlier[number]] = later[number]
        earlier[later[number]] = earlier[number]
    }
}
