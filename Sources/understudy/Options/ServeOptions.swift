internal import ArgumentParser
internal import UnderstudyService

/// The settings as flags, in groups for `--help`. `Setting.all` checks their values, like those of the environment and the settings file.
///
/// A class, because the compiler writes the copying and destroying of a struct this large into each of the six commands that have it, 0.2
/// MB in all.
final class ServeOptions: ParsableArguments {
    @OptionGroup(title: "LISTENING") var listening: ListeningOptions
    @OptionGroup(title: "TLS") var tls: TLSOptions
    @OptionGroup(title: "RESPONSES") var responses: ResponseOptions
    @OptionGroup(title: "SESSIONS") var sessions: SessionOptions
    @OptionGroup(title: "PROXYING AND RECORDING") var proxying: ProxyOptions
    @OptionGroup(title: "LIMITS") var requestLimits: RequestLimitOptions
    @OptionGroup(title: "JOURNAL AND LOG") var journal: JournalOptions
    @OptionGroup(title: "ADMIN API") var admin: AdminOptions
    @OptionGroup(title: "LIMITS ON WORK") var limits: LimitOptions

    /// What was given, by the setting's name.
    var layer: SettingLayer {
        let given = [
            listening.flags, tls.flags, responses.flags, sessions.flags, proxying.flags, requestLimits.flags, journal.flags, admin.flags,
            limits.flags,
        ]
        return SettingLayer(flags: given.joined().map { (name: $0.name, texts: $0.texts) })
    }
}
