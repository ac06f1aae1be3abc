/// The C library only: the point is that this module exists.
@_exported import Glibc

/// Glibc has an enum instead.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let RLIMIT_FSIZE: Int32 = 1
