#include "services/platform/rpc/callback_threads.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace academy {

void KeepCallbackThreads() {
  struct Call {
    grpc::GenericStub stub{grpc::CreateChannel("", nullptr)};
    grpc::ClientContext context;
    grpc::Slice nothing;
    grpc::ByteBuffer request{&nothing, 1};
    grpc::ByteBuffer response;
  };
  // Not on the heap: an unused pointer is optimized away, and its target is reported as a leak. Without a server the
  // call fails at once, and its callback keeps its thread.
  union Kept {
    Kept() : call() {
      call.stub.UnaryCall(&call.context, "/", {}, &call.request, &call.response,
                          [](const grpc::Status&) { absl::SleepFor(absl::InfiniteDuration()); });
    }
    ~Kept() {}
    Call call;
  };
  [[maybe_unused]] static Kept kept;
}

}  // namespace academy
