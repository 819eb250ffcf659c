"""The project's own C++ targets: one warning list for all of them, one unit a target."""

WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wshadow=local",
    "-Wnon-virtual-dtor",
    "-Werror",
    "-Wno-unused-parameter",
    "-Wno-missing-field-initializers",
    # Every gRPC callback service hides its synchronous twin.
    "-Wno-overloaded-virtual",
    # GCC 12 reports library internals with these two when it inlines them.
    "-Wno-restrict",
    "-Wno-maybe-uninitialized",
    # clang and gcc each know warnings that the other does not.
    "-Wno-unknown-warning-option",
]

# ThreadSanitizer must be told what Debian's uninstrumented Abseil and gRPC order.
_SANITIZER = select({
    "//bazel/tsan:enabled": ["//bazel/tsan:annotations"],
    "//conditions:default": [],
})

# SOCI's header for PostgreSQL includes libpq's without its folder.
_COPTS = WARNINGS + ["-isystem/usr/include/postgresql"]

# Abseil is part of the language here.
_BASE = ["@debian//:absl"]

# One unit is one target: `name`.h and `name`.cc, as far as they exist.
def academy_library(name, srcs = None, hdrs = None, deps = [], **kwargs):
    native.cc_library(
        name = name,
        srcs = native.glob([name + ".cc"]) if srcs == None else srcs,
        hdrs = native.glob([name + ".h"]) if hdrs == None else hdrs,
        copts = _COPTS,
        deps = deps + _BASE,
        **kwargs
    )

def academy_binary(name, srcs = None, deps = [], **kwargs):
    native.cc_binary(
        name = name,
        srcs = srcs or [name + ".cc"],
        copts = _COPTS,
        deps = deps + _BASE + _SANITIZER,
        **kwargs
    )

def academy_test(name, srcs = None, deps = [], data = [], size = "small", **kwargs):
    native.cc_test(
        name = name,
        srcs = srcs or [name + ".cc"],
        copts = _COPTS,
        size = size,
        data = data + ["//bazel/tsan:suppressions.txt"],
        deps = deps + _BASE + ["@debian//:gtest", "@debian//:gtest_main"] + _SANITIZER,
        **kwargs
    )
