// Data for the edge's access decision, and the feed of assignment changes.
//
// Thread-safe.
#pragma once

#include "academy/enrollment/v1/access.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class AccessService final : public v1::Access::CallbackService {
 public:
  // `pump`, which reads this service's own feed, must outlive the service.
  AccessService(const Deps& deps, FeedPump& pump) : deps_(deps), rpc_(deps.rpc), pump_(pump) {}

  ACADEMY_RPC(rpc_.executor(), GetAccess, v1::GetAccessRequest, v1::GetAccessResponse)

  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext* context,
                                             const v1::WatchRequest* request) override {
    static const RpcMethod rpc = FindRpcMethod(v1::WatchRequest::descriptor(), "Watch");
    return ServeFeed<v1::Event>(rpc_, pump_, *context, rpc, request->after());
  }

 private:
  absl::StatusOr<v1::GetAccessResponse> GetAccess(const Caller& caller, const v1::GetAccessRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  FeedPump& pump_;
};

}  // namespace academy::enrollment
