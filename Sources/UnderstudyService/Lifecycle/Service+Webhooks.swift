internal import Logging
internal import MockEngine
internal import SystemCalls

extension Service {
    /// Waits until no webhook is due, for a stop. All responses are over, so that none follows. Logs how many are cut off.
    func awaitWebhooks(until deadline: ContinuousClock.Instant, of time: StopTime) {
        let monitor = Monitor()
        engine.whenNoWebhookIsDue { monitor.locked { monitor.signal() } }
        let left = monitor.locked {
            while engine.dueWebhooks > 0, deadline > .now { monitor.wait(for: deadline - .now) }
            return engine.dueWebhooks
        }
        if left > 0 { log.warning("the stop did not wait longer than \(time.named), and cut off \(counted(left, "webhook"))") }
    }
}
