// The access decision's data for the edge, and the feed of assignment changes.
#pragma once

#include "academy/enrollment/v1/access.grpc.pb.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

// Thread-safe.
class AccessService final : public v1::Access::CallbackService {
 public:
  // All must outlive the service.
  AccessService(RpcHandler& rpc, AssignmentStore& assignments, FeedPump& pump)
      : rpc_(rpc), assignments_(assignments), pump_(pump) {}

  ACADEMY_RPC(rpc_.executor(), GetAccess, v1::GetAccessRequest, v1::GetAccessResponse)

  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext* context,
                                             const v1::WatchRequest* request) override {
    return ServeFeed<v1::Event>(rpc_, pump_, *context, request->after());
  }

 private:
  absl::StatusOr<v1::GetAccessResponse> GetAccess(const Caller& caller, const v1::GetAccessRequest& request);

  RpcHandler& rpc_;
  AssignmentStore& assignments_;
  FeedPump& pump_;
};

}  // namespace academy::enrollment
