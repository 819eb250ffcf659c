// Sessions as other processes see them, and the feed of what ended or changed.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "services/auth/parts.h"
#include "services/common/rpc/feed_stream.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class SessionsService final : public v1::Sessions::CallbackService {
 public:
  SessionsService(const Parts& parts, FeedPump& pump) : parts_(parts), rpc_(parts.rpc), pump_(pump) {}

  ACADEMY_RPC(Queued, CheckSession, v1::CheckSessionRequest, v1::CheckSessionResponse)
  ACADEMY_RPC(Queued, FindTakeover, v1::FindTakeoverRequest, v1::FindTakeoverResponse)
  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext* context,
                                             const v1::WatchRequest* request) override;

 private:
  absl::StatusOr<v1::CheckSessionResponse> CheckSession(const Caller& caller, const v1::CheckSessionRequest& request);

  absl::StatusOr<v1::FindTakeoverResponse> FindTakeover(const Caller& caller, const v1::FindTakeoverRequest& request);

  const Parts& parts_;
  RpcHandler& rpc_;
  FeedPump& pump_;
};

}  // namespace academy::auth
