// LearnerAuthService: the signed-in learner's own profile and password.
#include <algorithm>

#include "services/auth/converters.h"
#include "services/auth/errors.h"
#include "services/auth/learner_auth_service.h"
#include "services/auth/notices.h"
#include "services/auth/text.h"
#include "services/auth/token_store.h"
#include "services/auth/validation.h"

namespace academy::auth {

absl::StatusOr<Positioned<v1::ChangeLearnerPasswordResponse>> LearnerAuthService::ChangeLearnerPassword(
    const Caller& caller, const v1::ChangeLearnerPasswordRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  validator.CurrentPassword("password", request.password());
  validator.NewPassword("newPassword", request.new_password(), parts_.password_rules);
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(LearnerRecord learner, LoadCaller(caller));
  RETURN_IF_ERROR(parts_.guard.AdmitPasswordCheck(PersonKind::kLearner, learner.email_key));
  if (!parts_.passwords.Verify(learner.password_hash, request.password())) return error::WrongPassword();
  std::string password_hash = parts_.passwords.Hash(request.new_password());

  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> now = FindLearner(tx.sql(), learner.id);
    // Removed, or given another password, since it was looked at.
    if (!now.has_value()) return error::SessionEnded(session_reason::kRemoved);
    if (now->password_hash != learner.password_hash) return error::WrongPassword();
    SetLearnerPassword(tx.sql(), learner.id, password_hash);
    EndRecoveries(tx.sql(), learner.id, parts_.clock.Now());
    TellPasswordChanged(tx, parts_, *now);
    parts_.audit.Tell(tx, caller, learner, "password_changed");
    parts_.guard.PasswordProven(tx, PersonKind::kLearner, learner.email_key);
    return parts_.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kPasswordChanged,
                                  /*except=*/caller.session_id);
  }));

  Positioned<v1::ChangeLearnerPasswordResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Password Changed");
  return result;
}

absl::StatusOr<v1::FetchInfoResponse> LearnerAuthService::FetchInfo(const Caller& caller,
                                                                    const v1::FetchInfoRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  ASSIGN_OR_RETURN(LearnerRecord learner, LoadCaller(caller));
  v1::FetchInfoResponse response;
  response.set_message("Fetched Successfully");
  *response.mutable_result() = ToProto(learner, parts_.online);
  return response;
}

absl::StatusOr<Positioned<v1::UpdateOwnProfileResponse>> LearnerAuthService::UpdateOwnProfile(
    const Caller& caller, const v1::UpdateOwnProfileRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  std::string fullname = request.has_fullname() ? validator.Fullname("fullname", request.fullname()) : "";
  std::string phonenumber = validator.Phonenumber("phonenumber", request.phonenumber());
  std::string address = validator.Address("address", request.address());
  bool new_password = !request.password().empty();
  if (new_password) validator.NewPassword("password", request.password(), parts_.password_rules);
  RETURN_IF_ERROR(validator.status());

  std::string password_hash = new_password ? parts_.passwords.Hash(request.password()) : "";
  LearnerRecord learner;
  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> found = FindLearner(tx.sql(), caller.id);
    if (!found.has_value()) return error::SessionEnded(session_reason::kRemoved);
    learner = *found;
    if (request.has_fullname()) learner.fullname = fullname;
    if (request.has_phonenumber()) learner.phonenumber = phonenumber;
    if (request.has_address()) learner.address = address;
    if (new_password) learner.password_hash = password_hash;
    learner.fullname_key = Fold(learner.fullname);
    UpdateLearner(tx.sql(), learner);
    parts_.audit.Tell(tx, caller, learner, "updated", ChangesOf(*found, learner));
    int64_t changed = parts_.sessions.TellLearnerChanged(tx, learner.id);
    if (!new_password) return changed;
    EndRecoveries(tx.sql(), learner.id, parts_.clock.Now());
    TellPasswordChanged(tx, parts_, learner);
    return std::max(changed, parts_.sessions.EndAll(tx, PersonKind::kLearner, learner.id,
                                                    session_reason::kPasswordChanged, /*except=*/caller.session_id));
  }));

  Positioned<v1::UpdateOwnProfileResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Updated Successfully");
  *result.response.mutable_result() = ToProto(learner, parts_.online);
  return result;
}

absl::StatusOr<LearnerRecord> LearnerAuthService::LoadCaller(const Caller& caller) {
  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<LearnerRecord> {
    std::optional<LearnerRecord> learner = FindLearner(sql, caller.id);
    if (!learner.has_value()) return error::SessionEnded(session_reason::kRemoved);
    return *std::move(learner);
  });
}

}  // namespace academy::auth
