"""The project's own C++ targets: one warning list for all of them, one unit a target."""

load("//bazel/pch:pch.bzl", "pch_copts", "pch_deps")

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
        copts = _COPTS + pch_copts("common"),
        deps = deps + _BASE + pch_deps("common"),
        **kwargs
    )

def academy_binary(name, srcs = None, deps = [], **kwargs):
    native.cc_binary(
        name = name,
        srcs = srcs or [name + ".cc"],
        copts = _COPTS + pch_copts("common"),
        deps = deps + _BASE + _SANITIZER + pch_deps("common"),
        **kwargs
    )

# A test's own code is compiled without optimisation, which takes a quarter less time; what it tests is optimised.
def academy_test(name, srcs = None, deps = [], data = [], size = "small", optimized = False, **kwargs):
    pch = "common" if optimized else "test"
    native.cc_test(
        name = name,
        srcs = srcs or [name + ".cc"],
        copts = _COPTS + ([] if optimized else ["-O0"]) + pch_copts(pch),
        size = size,
        data = data + ["//bazel/tsan:suppressions.txt"],
        deps = deps + _BASE + ["@debian//:gtest", "@debian//:gtest_main"] + _SANITIZER + pch_deps(pch),
        **kwargs
    )

# A fuzz target, `<parser>_fuzz`.cc: a test that replays its corpus, and with libFuzzer `<parser>_fuzz_libfuzzer`, which
# only clang builds (./academy fuzz).
def academy_fuzz(name, deps = [], **kwargs):
    parser = name[:-len("_fuzz")]
    academy_test(
        name = name,
        # It counts instructions.
        optimized = True,
        data = ["//tests/fuzz:" + parser],
        env = {
            "FUZZ_CORPUS": "tests/fuzz/" + parser,
            # The C library would copy long texts by an instruction that counts for each byte, short ones by others.
            "GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=0x40000000:glibc.cpu.x86_rep_stosb_threshold=0x40000000",
        },
        deps = deps + [
            "//services/platform/fuzzing:fuzz",
            "//services/platform/fuzzing:replay",
        ],
        **kwargs
    )
    native.cc_binary(
        name = name + "_libfuzzer",
        testonly = True,
        srcs = [name + ".cc"],
        copts = _COPTS,
        linkopts = [
            "-fsanitize=fuzzer",
            "-fsanitize-link-c++-runtime",
        ],
        tags = ["manual"],
        deps = deps + _BASE + ["//services/platform/fuzzing:fuzz"],
    )
