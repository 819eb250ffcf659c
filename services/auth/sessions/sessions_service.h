// Sessions as other processes see them, and the feed of what ended or changed.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class SessionsService final : public v1::Sessions::CallbackService {
 public:
  SessionsService(const Deps& deps, FeedPump& pump) : deps_(deps), rpc_(deps.rpc), pump_(pump) {}

  ACADEMY_RPC(rpc_.executor(), CheckSession, v1::CheckSessionRequest, v1::CheckSessionResponse)
  ACADEMY_RPC(rpc_.executor(), FindTakeover, v1::FindTakeoverRequest, v1::FindTakeoverResponse)
  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext* context,
                                             const v1::WatchRequest* request) override;

 private:
  absl::StatusOr<v1::CheckSessionResponse> CheckSession(const Caller& caller, const v1::CheckSessionRequest& request);

  absl::StatusOr<v1::FindTakeoverResponse> FindTakeover(const Caller& caller, const v1::FindTakeoverRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  FeedPump& pump_;
};

}  // namespace academy::auth
