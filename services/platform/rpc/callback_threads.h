// gRPC's threads for callbacks, which all channels and servers of a process share.
#pragma once

namespace academy {

// Before the first channel or server; thread-safe, and does nothing when called again.
//
// Keeps the threads for ever: gRPC joins them when the last channel that has made calls is destroyed. The end of a call
// may destroy it on one of those threads, which would then join itself and abort the process.
//
// Takes one of them out of service. gRPC starts one for two cores, and two at least, which poll in turn: who receives
// an event first wakes another to poll on. On a machine of up to five cores one is left, which polls and calls back
// without waking any other.
void KeepCallbackThreads();

}  // namespace academy
