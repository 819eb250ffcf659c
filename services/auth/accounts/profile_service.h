// The calling learner's own profile and password.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/profile.grpc.pb.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class ProfileService final : public v1::Profile::CallbackService {
 public:
  explicit ProfileService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), GetProfile, v1::GetProfileRequest, v1::GetProfileResponse)
  ACADEMY_RPC(request->password().empty() ? rpc_.executor() : deps_.password_changes, UpdateProfile,
              v1::UpdateProfileRequest, v1::UpdateProfileResponse)
  ACADEMY_RPC(deps_.password_changes, ChangeLearnerPassword, v1::ChangeLearnerPasswordRequest,
              v1::ChangeLearnerPasswordResponse)

 private:
  absl::StatusOr<v1::GetProfileResponse> GetProfile(const Caller& caller, const v1::GetProfileRequest& request);
  absl::StatusOr<Positioned<v1::UpdateProfileResponse>> UpdateProfile(const Caller& caller,
                                                                      const v1::UpdateProfileRequest& request);
  absl::StatusOr<Positioned<v1::ChangeLearnerPasswordResponse>> ChangeLearnerPassword(
      const Caller& caller, const v1::ChangeLearnerPasswordRequest& request);

  // Loads the calling learner. UNAUTHENTICATED removed if the learner was deleted meanwhile.
  absl::StatusOr<LearnerRecord> LoadCaller(const Caller& caller);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
