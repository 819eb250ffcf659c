"""The project's own C++ targets: one warning list for all of them."""

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

def academy_library(name, copts = [], **kwargs):
    native.cc_library(name = name, copts = WARNINGS + copts, **kwargs)

def academy_binary(name, copts = [], deps = [], **kwargs):
    native.cc_binary(name = name, copts = WARNINGS + copts, deps = deps + _SANITIZER, **kwargs)

def academy_test(name, deps = [], copts = [], data = [], size = "small", **kwargs):
    native.cc_test(
        name = name,
        copts = WARNINGS + copts,
        size = size,
        data = data + ["//bazel/tsan:suppressions.txt"],
        deps = deps + ["@debian//:gtest", "@debian//:gtest_main"] + _SANITIZER,
        **kwargs
    )
