// The LearnerBin service: managers list, restore and purge deleted learners.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learner_bin.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/background/bin_term.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class LearnerBinService final : public v1::LearnerBin::CallbackService {
 public:
  // `deps` must outlive the service.
  LearnerBinService(const Deps& deps, const BinTerm& term) : deps_(deps), rpc_(deps.rpc), term_(term) {}

  ACADEMY_RPC(rpc_.executor(), ListBinnedLearners, v1::ListBinnedLearnersRequest, v1::ListBinnedLearnersResponse)
  ACADEMY_RPC(rpc_.executor(), RestoreLearner, v1::RestoreLearnerRequest, v1::RestoreLearnerResponse)
  ACADEMY_RPC(rpc_.executor(), PurgeLearner, v1::PurgeLearnerRequest, v1::PurgeLearnerResponse)

  // Purges who has been in the bin for the whole term. Errors as Database::Write.
  absl::Status PurgeDue();

 private:
  absl::StatusOr<v1::ListBinnedLearnersResponse> ListBinnedLearners(const Caller& caller,
                                                                    const v1::ListBinnedLearnersRequest& request);
  absl::StatusOr<Positioned<v1::RestoreLearnerResponse>> RestoreLearner(const Caller& caller,
                                                                        const v1::RestoreLearnerRequest& request);
  absl::StatusOr<Positioned<v1::PurgeLearnerResponse>> PurgeLearner(const Caller& caller,
                                                                    const v1::PurgeLearnerRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  const BinTerm term_;
};

}  // namespace academy::auth
