"""Debian's libraries as Bazel targets: @debian//:<name>.

Each is found through pkg-config (or a header, where Debian ships no .pc file), so that a missing package is one line
naming what to install.
"""

# name: (Debian package, pkg-config modules or [], a header that must exist or "", link options beyond pkg-config's)
_LIBRARIES = {
    "absl": ("libabsl-dev", ["absl_status", "absl_statusor", "absl_strings", "absl_str_format", "absl_synchronization", "absl_time", "absl_flat_hash_map", "absl_flags", "absl_flags_parse", "absl_flags_usage", "absl_random_random"], "", []),
    "benchmark": ("libbenchmark-dev", ["benchmark"], "", []),
    "boost": ("libboost-dev", [], "/usr/include/boost/beast.hpp", []),
    "brotli": ("libbrotli-dev", ["libbrotlienc"], "", []),
    "curl": ("libcurl4-openssl-dev", ["libcurl"], "", []),
    "deflate": ("libdeflate-dev", ["libdeflate"], "", []),
    "fido2": ("libfido2-dev", ["libfido2"], "", []),
    "grpc": ("libgrpc++-dev", ["grpc++", "protobuf", "absl_synchronization"], "", ["-lgrpc++_reflection", "-lgpr"]),
    "gtest": ("libgtest-dev", ["gtest", "gmock"], "", []),
    "gtest_main": ("libgmock-dev", ["gmock_main"], "", []),
    "httplib": ("libcpp-httplib-dev", ["cpp-httplib"], "", []),
    "json": ("nlohmann-json3-dev", [], "/usr/include/nlohmann/json.hpp", []),
    "nghttp2": ("libnghttp2-dev", ["libnghttp2"], "", []),
    "oath": ("liboath-dev", ["liboath"], "", []),
    "openssl": ("libssl-dev", ["openssl"], "", []),
    "pq": ("libpq-dev", [], "/usr/include/postgresql/libpq-fe.h", ["-lpq"]),
    "prometheus": ("prometheus-cpp-dev", ["prometheus-cpp-core"], "", []),
    "protobuf": ("libprotobuf-dev", ["protobuf"], "", []),
    "soci": ("libsoci-dev", [], "/usr/include/soci/soci.h", ["-lsoci_core", "-lsoci_sqlite3", "-lsoci_postgresql", "-lsqlite3", "-lpq", "-ldl"]),
    "sodium": ("libsodium-dev", ["libsodium"], "", []),
    "spdlog": ("libspdlog-dev", ["spdlog"], "", []),
    "sqlite3": ("libsqlite3-dev", ["sqlite3"], "", []),
    "utf8proc": ("libutf8proc-dev", ["libutf8proc"], "", []),
    "zstd": ("libzstd-dev", ["libzstd"], "", []),
}

# Header libraries of which a machine may get another version: what was compiled with one is not mixed with the other's.
_VERSIONS = {"boost": "/usr/include/boost/version.hpp"}

# Debian's protobuf is not built for ThreadSanitizer.
_PROTOBUF = """select({
        "@academy//bazel/tsan:enabled": ["@academy//bazel/tsan:protobuf"],
        "//conditions:default": [],
    })"""

def _flags(repository_ctx, apt, modules):
    result = repository_ctx.execute(["pkg-config", "--cflags", "--libs"] + modules)
    if result.return_code != 0:
        fail("A library is missing. Fix: apt-get install pkg-config %s" % apt)
    return [flag for flag in result.stdout.replace("\n", " ").split(" ") if flag]

def _unique(items):
    return {item: None for item in items}.keys()

def _debian_libraries_impl(repository_ctx):
    targets = []
    for name, (apt, modules, header, extra) in _LIBRARIES.items():
        if header and not repository_ctx.path(header).exists:
            fail("A library is missing. Fix: apt-get install %s" % apt)
        version = _VERSIONS.get(name)
        if version:
            repository_ctx.symlink(version, name + "_version.hpp")
        flags = _flags(repository_ctx, apt, modules) if modules else []
        defines = [flag[2:] for flag in flags if flag.startswith("-D")]
        links = [flag for flag in flags if flag.startswith("-l")] + extra
        targets.append("""cc_library(
    name = "{name}",
    hdrs = {headers},
    defines = {defines},
    linkopts = {links},
    visibility = ["//visibility:public"],
    deps = {deps},
)
""".format(name = name, headers = [name + "_version.hpp"] if version else [], defines = repr(_unique(defines)), links = repr(_unique(links)), deps = _PROTOBUF if "protobuf" in modules else "[]"))
    repository_ctx.file("BUILD", "\n".join(targets))

debian_libraries = repository_rule(
    implementation = _debian_libraries_impl,
    environ = ["PATH"],
    local = True,
)
