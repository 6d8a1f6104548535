internal import JSONDocument

extension Configuration {
    /// Finds the mocks folder, and resolves all settings (`ConfigurationSources` has the order).
    /// - Parameters:
    ///   - mocks: the folder on the command line; nil uses `UNDERSTUDY_MOCKS`, or else `./mocks`.
    ///   - freePorts: whether ports that are not set are free ones (0).
    ///   - systemFile: the settings file of the machine.
    /// - Throws: `StartFailure`: 66 when there is no such folder, 78 for invalid settings, 64 when the setting is a flag.
    package static func load(
        mocks: String?, flags: SettingLayer, freePorts: Bool = false, environment: Environment = .process,
        systemFile: String = ConfigurationSources.systemFile
    ) throws(StartFailure) -> Configuration {
        var configuration = try ConfigurationSources(
            mocks: mocks, flags: flags, freePorts: freePorts, environment: environment, systemFile: systemFile
        ).configuration()
        configuration.reread = { () throws(StartFailure) in
            try load(mocks: mocks, flags: flags, freePorts: freePorts, environment: environment, systemFile: systemFile)
        }
        configuration.cacheEnvironment = environment
        return configuration
    }
}
