// Batch lookup of learners, for other services.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "services/auth/accounts/learners/learner_counts.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class LearnerLookupService final : public v1::LearnerLookup::CallbackService {
 public:
  explicit LearnerLookupService(const Deps& deps) : deps_(deps), counts_(deps.clock), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), BatchGetLearners, v1::BatchGetLearnersRequest, v1::BatchGetLearnersResponse)
  ACADEMY_RPC(rpc_.executor(), ListLearnerIds, v1::ListLearnerIdsRequest, v1::ListLearnerIdsResponse)
  ACADEMY_RPC(rpc_.executor(), CheckLearnerIds, v1::CheckLearnerIdsRequest, v1::CheckLearnerIdsResponse)
  ACADEMY_RPC(rpc_.executor(), FindLearnersByEmail, v1::FindLearnersByEmailRequest, v1::FindLearnersByEmailResponse)

 private:
  absl::StatusOr<v1::BatchGetLearnersResponse> BatchGetLearners(const Caller& caller,
                                                                const v1::BatchGetLearnersRequest& request);
  absl::StatusOr<v1::ListLearnerIdsResponse> ListLearnerIds(const Caller& caller,
                                                            const v1::ListLearnerIdsRequest& request);
  absl::StatusOr<v1::CheckLearnerIdsResponse> CheckLearnerIds(const Caller& caller,
                                                              const v1::CheckLearnerIdsRequest& request);
  absl::StatusOr<v1::FindLearnersByEmailResponse> FindLearnersByEmail(const Caller& caller,
                                                                      const v1::FindLearnersByEmailRequest& request);

  const Deps& deps_;
  LearnerCounts counts_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
