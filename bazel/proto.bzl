"""academy_proto: C++ messages and gRPC stubs of one .proto, made by Debian's protoc."""

load("//bazel/pch:pch.bzl", "pch_copts", "pch_deps")

def academy_proto(name, deps = [], services = True, visibility = ["//visibility:public"]):
    """Compiles `name`.proto into the cc_library `name`.

    Args:
      name: the library; include it as "academy/<service>/v1/<file>.pb.h" (and ".grpc.pb.h").
      deps: other academy_proto libraries that it imports.
      services: whether it declares services (then the gRPC stubs are made too).
      visibility: as for every rule.
    """
    src = name + ".proto"
    outs = [name + ".pb.h", name + ".pb.cc"]
    command = "protoc -Iproto --cpp_out=$(GENDIR)/proto $(location %s)" % src
    if services:
        outs += [name + ".grpc.pb.h", name + ".grpc.pb.cc"]
        command += " --grpc_out=$(GENDIR)/proto --plugin=protoc-gen-grpc=/usr/bin/grpc_cpp_plugin"
    native.filegroup(
        name = name + "_src",
        srcs = [src] + [dep + "_src" for dep in deps],
        visibility = visibility,
    )
    native.genrule(
        name = name + "_gen",
        srcs = [src] + [dep + "_src" for dep in deps],
        outs = outs,
        cmd = command,
    )
    native.cc_library(
        name = name,
        srcs = [out for out in outs if out.endswith(".cc")],
        hdrs = [out for out in outs if out.endswith(".h")],
        # Generated code is not ours to warn about, and -O1 halves its compile time. The precompiled header wants pedantry.
        copts = ["-w", "-Wpedantic", "-O1"] + pch_copts("common"),
        # Descriptors are found by name too, so that an rpc must be there even where no code speaks of it.
        alwayslink = True,
        strip_include_prefix = "/proto",
        visibility = visibility,
        deps = deps + (["@debian//:grpc"] if services else ["@debian//:protobuf"]) + pch_deps("common"),
    )
