internal import ArgumentParser
internal import UnderstudyService

/// The settings as flags, in groups for `--help`. Values are checked by the table of settings (`Setting.all`), which the environment and
/// the settings file go through as well.
struct ServeOptions: ParsableArguments {
    @OptionGroup(title: "LISTENING") var listening: ListeningOptions
    @OptionGroup(title: "RESPONSES") var answers: AnswerOptions
    @OptionGroup(title: "SESSIONS") var sessions: SessionOptions
    @OptionGroup(title: "PROXYING AND RECORDING") var proxying: ProxyOptions
    @OptionGroup(title: "LIMITS") var requestLimits: RequestLimitOptions
    @OptionGroup(title: "JOURNAL AND LOG") var journal: JournalOptions
    @OptionGroup(title: "ADMIN API") var admin: AdminOptions
    @OptionGroup(title: "LIMITS ON WORK") var limits: LimitOptions

    /// What was given, by the setting's name.
    var layer: SettingLayer {
        let given = [
            listening.flags, answers.flags, sessions.flags, proxying.flags, requestLimits.flags, journal.flags, admin.flags, limits.flags,
        ]
        return SettingLayer(flags: given.joined().map { (name: $0.name, texts: $0.texts) })
    }
}
