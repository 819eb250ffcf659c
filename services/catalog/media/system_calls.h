// The system calls that an encoder of strangers' files may make; all others fail with ENOSYS, as on a kernel that does
// not know them. Read by the kernel as a seccomp filter.
//
// Pure; may be called from any thread.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace academy::catalog {

// Allowed: memory, threads, files by path (which Landlock hides), pipes, clocks, and starting another program that
// stays under the filter. Not: sockets, signals to others, namespaces, mounts, limits of others, keys, tracing,
// io_uring, bpf. Empty for a processor whose numbers are not known here: then nothing is refused.
std::vector<sock_filter> EncoderSystemCalls();

}  // namespace academy::catalog
