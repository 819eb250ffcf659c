// The Feed service: the catalog's change feed, for other services.
//
// Thread-safe.
#pragma once

#include "academy/catalog/v1/feed.grpc.pb.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class FeedService final : public v1::Feed::CallbackService {
 public:
  FeedService(RpcHandler& rpc, FeedPump& pump) : rpc_(rpc), pump_(pump) {}

  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext* context,
                                             const v1::WatchRequest* request) override {
    static const RpcMethod rpc = FindRpcMethod(v1::WatchRequest::descriptor(), "Watch");
    return ServeFeed<v1::Event>(rpc_, pump_, *context, rpc, request->after());
  }

 private:
  RpcHandler& rpc_;
  FeedPump& pump_;
};

}  // namespace academy::catalog
