// Sessions as other processes see them, and the feed of ended sessions and changed learners.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class SessionsService final : public v1::Sessions::CallbackService {
 public:
  SessionsService(const Deps& deps, FeedPump& pump) : deps_(deps), rpc_(deps.rpc), pump_(pump) {}

  ACADEMY_RPC(rpc_.executor(), CheckSession, v1::CheckSessionRequest, v1::CheckSessionResponse)
  ACADEMY_RPC(rpc_.executor(), FindTakeover, v1::FindTakeoverRequest, v1::FindTakeoverResponse)
  ACADEMY_RPC(rpc_.executor(), SignOutLive, v1::SignOutLiveRequest, v1::SignOutLiveResponse)
  grpc::ServerWriteReactor<v1::Event>* Watch(grpc::CallbackServerContext* context,
                                             const v1::WatchRequest* request) override;

 private:
  struct CheckedSession {
    SessionRecord session;
    // Of whose it is.
    std::string fullname;
    Role role = Role::kNone;
    int64_t feed_position = 0;
    // Whether its manager must set up a second factor.
    bool in_setup = false;
  };

  absl::StatusOr<v1::CheckSessionResponse> CheckSession(const Caller& caller, const v1::CheckSessionRequest& request);
  // UNAUTHENTICATED as CheckSession says.
  absl::StatusOr<CheckedSession> FindLiveSession(const v1::CheckSessionRequest& request);
  absl::StatusOr<v1::FindTakeoverResponse> FindTakeover(const Caller& caller, const v1::FindTakeoverRequest& request);
  absl::StatusOr<v1::SignOutLiveResponse> SignOutLive(const Caller& caller, const v1::SignOutLiveRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  FeedPump& pump_;
};

}  // namespace academy::auth
