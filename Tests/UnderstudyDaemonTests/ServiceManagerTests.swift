import Foundation
import Testing
import UnderstudyDaemon
import UnderstudyService

/// What the environment says about the service manager; what it is told, the built program's tests check.
@Suite(.timeLimit(.minutes(5))) struct ServiceManagerTests {
    private static let pid = "\(ProcessInfo.processInfo.processIdentifier)"

    @Test func theWatchdogIsShownALifeSignTwiceAsOftenAsItAsks() {
        #expect(ServiceManager(environment: ["WATCHDOG_USEC": "30000000"]).watchdogInterval == .seconds(15))
        #expect(ServiceManager(environment: ["WATCHDOG_USEC": "3", "WATCHDOG_PID": Self.pid]).watchdogInterval == .microseconds(1))
    }

    @Test(
        arguments: [
            [:], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "-5"], ["WATCHDOG_USEC": "soon"], ["WATCHDOG_USEC": ""], ["WATCHDOG_PID": pid],
            // For another process, which left its environment to this one.
            ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1\(pid)"], ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": ""],
        ] as [Environment]) func thereIsNoWatchdog(_ environment: Environment)
    {
        #expect(ServiceManager(environment: environment).watchdogInterval == nil)
    }
}
