import ImageLoader

/// Bug: after two failures in a row it takes the network for dead. It is right as long as a picture comes between the two.
actor FailuresInARow: SecondChances {
    private var failures = 0

    func mayTryAgain(_ picture: Int) -> Bool {
        failures += 1
        return failures < 2
    }

    func hasCome(_ picture: Int) { failures = 0 }
}
