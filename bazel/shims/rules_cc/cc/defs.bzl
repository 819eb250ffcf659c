"""Forwards rules_cc to Bazel's own rules: Debian's copy of rules_cc is too new for its Bazel 4.2."""

cc_library = native.cc_library
cc_binary = native.cc_binary
cc_test = native.cc_test
cc_import = native.cc_import
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
cc_proto_library = native.cc_proto_library
fdo_profile = native.fdo_profile
fdo_prefetch_hints = native.fdo_prefetch_hints
objc_library = native.objc_library
objc_import = native.objc_import

def cc_flags_supplier(**_kwargs):
    pass

def compiler_flag(**_kwargs):
    pass
