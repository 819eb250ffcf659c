#include "services/auth/accounts/profile_service.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/learner_changes.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/unlock/unlock_mail.h"
#include "services/platform/revisions/revision.h"

namespace academy::auth {

absl::StatusOr<v1::GetProfileResponse> ProfileService::GetProfile(const Caller& caller,
                                                                  const v1::GetProfileRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  ASSIGN_OR_RETURN(LearnerRecord learner, LoadCaller(caller));
  v1::GetProfileResponse response;
  response.set_message("Fetched Successfully");
  *response.mutable_result() = ToProto(learner, deps_.online);
  return response;
}

absl::StatusOr<Positioned<v1::UpdateProfileResponse>> ProfileService::UpdateProfile(
    const Caller& caller, const v1::UpdateProfileRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  std::string fullname = request.has_fullname() ? validator.Fullname("fullname", request.fullname()) : "";
  std::string phonenumber = validator.Phonenumber("phonenumber", request.phonenumber());
  std::string address = validator.Address("address", request.address());
  bool new_password = !request.password().empty();
  if (new_password) validator.NewPassword("password", request.password(), deps_.password_rules);
  RETURN_IF_ERROR(validator.status());

  std::string password_hash;
  if (new_password) {
    ASSIGN_OR_RETURN(LearnerRecord present, LoadCaller(caller));
    RETURN_IF_ERROR(RequireRecent(deps_, caller));
    RETURN_IF_ERROR(deps_.guard.AdmitNewPassword(PersonKind::kLearner, present.email_key));
    password_hash = deps_.passwords.Hash(request.password());
  }
  LearnerRecord learner;
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> found = FindLearner(tx.sql(), caller.id);
    if (!found.has_value()) return error::SessionEnded(session_reason::kRemoved);
    RETURN_IF_ERROR(RequireRevision(request, found->revision, [&] { return ToProto(*found, deps_.online); }));
    learner = *found;
    if (request.has_fullname()) learner.fullname = fullname;
    if (request.has_phonenumber()) learner.phonenumber = phonenumber;
    if (request.has_address()) learner.address = address;
    if (new_password) learner.password_hash = password_hash;
    learner.fullname_key = Fold(learner.fullname);
    return StoreLearner(deps_, tx, caller, *found, learner, /*except=*/caller.session_id);
  }));

  Positioned<v1::UpdateProfileResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Updated Successfully");
  *result.response.mutable_result() = ToProto(learner, deps_.online);
  return result;
}

absl::StatusOr<Positioned<v1::ChangeLearnerPasswordResponse>> ProfileService::ChangeLearnerPassword(
    const Caller& caller, const v1::ChangeLearnerPasswordRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  validator.CurrentPassword("password", request.password());
  validator.NewPassword("newPassword", request.new_password(), deps_.password_rules);
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(LearnerRecord learner, LoadCaller(caller));
  RETURN_IF_ERROR(RequireRecent(deps_, caller));
  RETURN_IF_ERROR(deps_.guard.AdmitPasswordCheck(caller, PersonKind::kLearner, learner.email_key).status());
  if (!deps_.passwords.Verify(learner.password_hash, request.password())) return RefusePassword(deps_, learner);
  std::string password_hash = deps_.passwords.Hash(request.new_password());

  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> now = FindLearner(tx.sql(), learner.id);
    // The learner may have been removed, or the password changed, since the check.
    if (!now.has_value()) return error::SessionEnded(session_reason::kRemoved);
    if (now->password_hash != learner.password_hash) return error::WrongPassword();
    SetLearnerPassword(tx.sql(), learner.id, password_hash);
    deps_.audit.Record(tx, caller, learner, "password_changed");
    return FollowUpNewPassword(deps_, tx, *now, /*except=*/caller.session_id);
  }));

  Positioned<v1::ChangeLearnerPasswordResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Password Changed");
  return result;
}

absl::StatusOr<LearnerRecord> ProfileService::LoadCaller(const Caller& caller) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<LearnerRecord> {
    std::optional<LearnerRecord> learner = FindLearner(sql, caller.id);
    if (!learner.has_value()) return error::SessionEnded(session_reason::kRemoved);
    return *std::move(learner);
  });
}

}  // namespace academy::auth
