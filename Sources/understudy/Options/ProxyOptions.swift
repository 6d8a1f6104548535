internal import ArgumentParser

/// Which servers may be called, and what is recorded.
struct ProxyOptions: ParsableArguments {
    @Option(
        name: [.customLong("allow-proxy-targets"), .customLong("allow-proxy-target")],
        help: ArgumentHelp(
            "What proxies, webhooks and recordings may call besides the targets in your mapping files: HOST[:PORT] (also with *), ADDRESS or CIDR; "
                + "may be repeated. (default: nothing)",
            valueName: "rule"))
    var allowProxyTargets: [String] = []
    @Option(
        name: [.customLong("deny-proxy-targets"), .customLong("deny-proxy-target")],
        help: ArgumentHelp("What they may not call, even if it is allowed; may be repeated.", valueName: "rule"))
    var denyProxyTargets: [String] = []
    @Option(help: ArgumentHelp("The target of every request that no stub answers.", valueName: "url"))
    var proxyAll: String?
    @Flag(help: "Pass the client's Host on, in place of the target's name.")
    var preserveHostHeader = false
    @Option(help: ArgumentHelp("How long a target may be silent. (default: 300000)", valueName: "milliseconds"))
    var proxyTimeout: String?
    @Flag(help: "Save proxied requests as stubs when the server stops.")
    var recordMappings = false
    @Option(help: ArgumentHelp("Header fields that these stubs match, separated by commas.", valueName: "names"))
    var matchHeaders: [String] = []
    @Option(
        help: ArgumentHelp(
            "A host whose URLs are objects of a bucket: they become templates, and the objects files below s3; may be repeated.",
            valueName: "host=bucket"))
    var s3Host: [String] = []
    @Option(help: ArgumentHelp("Template for the names of the files that mappings are saved to.", valueName: "template"))
    var filenameTemplate: String?

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("allow-proxy-targets", allowProxyTargets),
            GivenFlag("deny-proxy-targets", denyProxyTargets),
            GivenFlag("proxy-all", proxyAll),
            GivenFlag("preserve-host-header", preserveHostHeader),
            GivenFlag("proxy-timeout", proxyTimeout),
            GivenFlag("record-mappings", recordMappings),
            GivenFlag("match-headers", matchHeaders),
            GivenFlag("s3-host", s3Host),
            GivenFlag("filename-template", filenameTemplate),
        ]
    }
}
