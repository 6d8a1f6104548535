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
        configuration.isInUnit = environment.isOfUnit
        return configuration
    }

    /// The settings for a check, which goes on with those that are valid, and the failure for the others; nil if there are none.
    /// - Parameter mocks: as for `load`.
    /// - Throws: `StartFailure`: 66 when there is no such folder.
    package static func loadForCheck(
        mocks: String?, flags: SettingLayer, environment: Environment = .process
    ) throws(StartFailure) -> (configuration: Configuration, failure: StartFailure?) {
        var (configuration, failure) = try ConfigurationSources(mocks: mocks, flags: flags, environment: environment).valid()
        // What has a mistake is not missing either.
        configuration.mayMissCredentials = environment.hidesCredentials || failure != nil
        return (configuration, failure)
    }

    /// The same without the settings that do not change what fixtures mean and in which a check may find a mistake beyond their texts: files
    /// of certificates, keys and tokens, the target of `--proxy-all`, a template of names.
    package var forFixtures: Configuration {
        var configuration = self
        configuration.httpsCertificate = nil
        configuration.httpsKey = nil
        configuration.httpsClientCA = nil
        configuration.adminTokenFile = nil
        configuration.adminBasicAuthentication = nil
        configuration.s3KeysFile = nil
        configuration.s3Auth = "off"
        configuration.proxyAll = nil
        configuration.recordMappings = false
        configuration.filenameTemplate = nil
        return configuration
    }
}
