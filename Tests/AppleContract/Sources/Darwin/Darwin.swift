/// The C library only: the point is that this module exists.
@_exported import Glibc
