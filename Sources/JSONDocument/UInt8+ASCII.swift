extension UInt8 {
    /// Whether the byte is a letter of ASCII, in either case.
    package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
