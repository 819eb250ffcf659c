"""academy_pch: headers of Debian's that most files include, read once by gcc (its precompiled header)."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# gcc uses a precompiled header only where the macros are the same that it was made with, so its flags come from the
# toolchain, as those of the files that include it. One of WARNINGS defines a macro: -Wpedantic.
def _academy_pch_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    context = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps]).compilation_context

    # gcc looks for the precompiled header beside the header.
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    ctx.actions.symlink(output = header, target_file = ctx.file.hdr)
    precompiled = ctx.actions.declare_file(ctx.label.name + ".h.gch")
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = header.path,
        output_file = precompiled.path,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ["-Wpedantic"] + ctx.attr.copts,
        include_directories = context.includes,
        quote_include_directories = depset(["."], transitive = [context.quote_includes]),
        system_include_directories = context.system_includes,
        preprocessor_defines = context.defines,
        use_pic = True,
    )
    ctx.actions.run(
        executable = cc_common.get_tool_for_action(
            feature_configuration = features,
            action_name = ACTION_NAMES.cpp_compile,
        ),
        arguments = ["-x", "c++-header"] + cc_common.get_memory_inefficient_command_line(
            feature_configuration = features,
            action_name = ACTION_NAMES.cpp_compile,
            variables = variables,
        ),
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = ACTION_NAMES.cpp_compile,
            variables = variables,
        ),
        inputs = depset([header, ctx.file.hdr] + ctx.files.included, transitive = [toolchain.all_files, context.headers]),
        outputs = [precompiled],
        mnemonic = "CppPrecompile",
        progress_message = "Precompiling " + ctx.file.hdr.short_path,
    )
    return [
        DefaultInfo(files = depset([precompiled])),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset([header, precompiled] + ctx.files.included),
        )),
    ]

academy_pch = rule(
    implementation = _academy_pch_impl,
    attrs = {
        "copts": attr.string_list(),
        "deps": attr.label_list(providers = [CcInfo]),
        # Headers of the project that `hdr` includes.
        "included": attr.label_list(allow_files = [".h"]),
        "hdr": attr.label(allow_single_file = [".h"], mandatory = True),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

# The copts and the deps of what is compiled with the academy_pch `name` of this package.
def pch_copts(name):
    return select({
        "//bazel/pch:off": [],
        "//conditions:default": [
            "-include",
            "$(BINDIR)/bazel/pch/%s.h" % name,
            "-Winvalid-pch",
            "-Wno-error=invalid-pch",
            # GCC 12 forgets that such a header is the system's, and reports what it keeps to itself otherwise. What it
            # compiles is the same, function by function.
            "-Wno-array-bounds",
            "-Wno-stringop-overflow",
            "-Wno-stringop-overread",
        ],
    })

def pch_deps(name):
    return select({
        "//bazel/pch:off": [],
        "//conditions:default": ["//bazel/pch:" + name],
    })
