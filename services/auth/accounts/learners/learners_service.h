// Learners, as managers list and change them.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learners.grpc.pb.h"
#include "services/auth/accounts/learners/learner_counts.h"
#include "services/auth/accounts/learners/whole_list/all_learners.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::auth {

class LearnersService final : public v1::Learners::WithRawCallbackMethod_ListLearners<v1::Learners::CallbackService> {
 public:
  explicit LearnersService(const Deps& deps)
      : deps_(deps), all_learners_(deps.database, deps.online), counts_(deps.clock), rpc_(deps.rpc) {}

  ACADEMY_RAW_RPC(rpc_.executor(), ListLearners, v1::ListLearnersRequest)
  ACADEMY_RPC(rpc_.executor(), GetLearner, v1::GetLearnerRequest, v1::GetLearnerResponse)
  ACADEMY_RPC(deps_.hashing, CreateLearner, v1::CreateLearnerRequest, v1::CreateLearnerResponse)
  ACADEMY_RPC(request->password().empty() ? rpc_.executor() : deps_.hashing, UpdateLearner, v1::UpdateLearnerRequest,
              v1::UpdateLearnerResponse)
  ACADEMY_RPC(deps_.hashing, UpdateLearnerPassword, v1::UpdateLearnerPasswordRequest, v1::UpdateLearnerPasswordResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateActivation, v1::UpdateActivationRequest, v1::UpdateActivationResponse)
  ACADEMY_RPC(rpc_.executor(), DeleteLearner, v1::DeleteLearnerRequest, v1::DeleteLearnerResponse)
  ACADEMY_RPC(rpc_.executor(), BulkChangeLearners, v1::BulkChangeLearnersRequest, v1::BulkChangeLearnersResponse)

 private:
  absl::StatusOr<grpc::ByteBuffer> ListLearners(const Caller& caller, const v1::ListLearnersRequest& request);
  absl::StatusOr<v1::GetLearnerResponse> GetLearner(const Caller& caller, const v1::GetLearnerRequest& request);
  absl::StatusOr<v1::CreateLearnerResponse> CreateLearner(const Caller& caller,
                                                          const v1::CreateLearnerRequest& request);
  absl::StatusOr<Positioned<v1::UpdateLearnerResponse>> UpdateLearner(const Caller& caller,
                                                                      const v1::UpdateLearnerRequest& request);
  absl::StatusOr<Positioned<v1::UpdateLearnerPasswordResponse>> UpdateLearnerPassword(
      const Caller& caller, const v1::UpdateLearnerPasswordRequest& request);
  absl::StatusOr<Positioned<v1::UpdateActivationResponse>> UpdateActivation(const Caller& caller,
                                                                            const v1::UpdateActivationRequest& request);
  absl::StatusOr<Positioned<v1::DeleteLearnerResponse>> DeleteLearner(const Caller& caller,
                                                                      const v1::DeleteLearnerRequest& request);
  absl::StatusOr<Positioned<v1::BulkChangeLearnersResponse>> BulkChangeLearners(
      const Caller& caller, const v1::BulkChangeLearnersRequest& request);

  const Deps& deps_;
  AllLearners all_learners_;
  LearnerCounts counts_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
