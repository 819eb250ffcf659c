// Learners' current and past sessions, for themselves and for managers.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learner_sessions.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class LearnerSessionsService final : public v1::LearnerSessions::CallbackService {
 public:
  explicit LearnerSessionsService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), ListOwnSessions, v1::ListOwnSessionsRequest, v1::ListOwnSessionsResponse)
  ACADEMY_RPC(rpc_.executor(), EndOwnSession, v1::EndOwnSessionRequest, v1::EndOwnSessionResponse)
  ACADEMY_RPC(rpc_.executor(), ListLearnerSessions, v1::ListLearnerSessionsRequest, v1::ListLearnerSessionsResponse)
  ACADEMY_RPC(rpc_.executor(), SignOutLearner, v1::SignOutLearnerRequest, v1::SignOutLearnerResponse)

 private:
  absl::StatusOr<v1::ListOwnSessionsResponse> ListOwnSessions(const Caller& caller,
                                                              const v1::ListOwnSessionsRequest& request);
  absl::StatusOr<Positioned<v1::EndOwnSessionResponse>> EndOwnSession(const Caller& caller,
                                                                      const v1::EndOwnSessionRequest& request);
  absl::StatusOr<v1::ListLearnerSessionsResponse> ListLearnerSessions(const Caller& caller,
                                                                      const v1::ListLearnerSessionsRequest& request);
  absl::StatusOr<Positioned<v1::SignOutLearnerResponse>> SignOutLearner(const Caller& caller,
                                                                        const v1::SignOutLearnerRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
