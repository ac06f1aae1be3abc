/// Nothing but the C library: that this module exists is the point.
@_exported import Glibc

/// Glibc has an enum in its place.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let RLIMIT_FSIZE: Int32 = 1
