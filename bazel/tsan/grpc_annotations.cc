// Tells ThreadSanitizer what Debian's uninstrumented gRPC hands from one thread to another: absl_annotations.cc makes
// its locks visible, this what it orders without them. A race of what is called by gRPC is then reported as any other.
#include <grpc/grpc.h>
#include <grpcpp/support/server_callback.h>
#include <sanitizer/tsan_interface.h>

#include <atomic>
#include <utility>

#include "absl/status/status.h"
#include "bazel/tsan/library.h"

struct grpc_cq_completion;

namespace {

// Whoever is told of an operation's end comes after whoever started it and whoever ended it.
grpc_event Told(grpc_event event) {
  if (event.type == GRPC_OP_COMPLETE) __tsan_acquire(event.tag);
  return event;
}

// The library and its headers, whose code is instrumented, count these down together. Where it is the library that
// comes to the end, it has to see what the others did before them. They are private, but the arguments of an explicit
// instantiation may name them.
using Call = grpc::internal::ServerCallbackCall;
using Counter = std::atomic_int Call::*;
Counter OutstandingCallbacks();
Counter CancelConditions();
template <Counter outstanding, Counter conditions>
struct Counters {
  friend Counter OutstandingCallbacks() { return outstanding; }
  friend Counter CancelConditions() { return conditions; }
};
template struct Counters<&Call::callbacks_outstanding_, &Call::on_cancel_conditions_remaining_>;

}  // namespace

extern "C" {

grpc_call_error grpc_call_start_batch(grpc_call* call, const grpc_op* ops, size_t count, void* tag, void* reserved) {
  LIBRARY(decltype(grpc_call_start_batch), "grpc_call_start_batch");
  __tsan_release(tag);
  return library(call, ops, count, tag, reserved);
}

grpc_event grpc_completion_queue_next(grpc_completion_queue* queue, gpr_timespec deadline, void* reserved) {
  LIBRARY(decltype(grpc_completion_queue_next), "grpc_completion_queue_next");
  return Told(library(queue, deadline, reserved));
}

grpc_event grpc_completion_queue_pluck(grpc_completion_queue* queue, void* tag, gpr_timespec deadline, void* reserved) {
  LIBRARY(decltype(grpc_completion_queue_pluck), "grpc_completion_queue_pluck");
  return Told(library(queue, tag, deadline, reserved));
}

}  // extern "C"

void grpc_cq_end_op(grpc_completion_queue* queue, void* tag, absl::Status error,
                    void (*done)(void*, grpc_cq_completion*), void* argument, grpc_cq_completion* storage,
                    bool internal) {
  LIBRARY(decltype(grpc_cq_end_op),
          "_Z14grpc_cq_end_opP21grpc_completion_queuePvN4absl7debian36StatusEPFvS1_P18grpc_cq_completionES1_S6_b");
  __tsan_release(tag);
  library(queue, tag, std::move(error), done, argument, storage, internal);
}

namespace grpc::internal {

void ServerCallbackCall::ScheduleOnDone(bool inline_ondone) {
  LIBRARY(void(ServerCallbackCall*, bool), "_ZN4grpc8internal18ServerCallbackCall14ScheduleOnDoneEb");
  (this->*OutstandingCallbacks()).load(std::memory_order_acquire);
  library(this, inline_ondone);
}

void ServerCallbackCall::CallOnCancel(ServerReactor* reactor) {
  LIBRARY(void(ServerCallbackCall*, ServerReactor*),
          "_ZN4grpc8internal18ServerCallbackCall12CallOnCancelEPNS0_13ServerReactorE");
  (this->*CancelConditions()).load(std::memory_order_acquire);
  library(this, reactor);
}

}  // namespace grpc::internal
