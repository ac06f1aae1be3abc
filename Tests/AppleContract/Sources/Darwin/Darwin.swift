/// Nothing but the C library: that this module exists is the point.
@_exported import Glibc
