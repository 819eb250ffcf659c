// What managers change of a learner, or of many at once: who is let in, who is signed out, who is gone.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/auth/converters.h"
#include "services/auth/errors.h"
#include "services/auth/learner_store.h"
#include "services/auth/learners_service.h"
#include "services/auth/validation.h"

namespace academy::auth {
namespace {

constexpr int kMostAtOnce = 1000;

}  // namespace

int64_t LearnersService::SetActive(Transaction& tx, const Caller& caller, LearnerRecord& learner, bool active) {
  // Letting in someone whose address is unconfirmed confirms it.
  bool activated = active || learner.activated != 0;
  if (active == (learner.active != 0) && activated == (learner.activated != 0)) return 0;
  learner.active = active ? 1 : 0;
  learner.activated = activated ? 1 : 0;
  SetLearnerFlags(tx.sql(), learner.id, active, activated);
  parts_.audit.Tell(tx, caller, learner, active ? "activated" : "deactivated");
  int64_t changed = parts_.sessions.TellLearnerChanged(tx, learner.id);
  if (active) return changed;
  return std::max(changed, parts_.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kDeactivated));
}

int64_t LearnersService::Remove(Transaction& tx, const Caller& caller, const LearnerRecord& learner) {
  parts_.sessions.EndRemoved(tx, PersonKind::kLearner, learner.id);
  DeleteLearner(tx.sql(), learner.id);
  parts_.audit.Tell(tx, caller, learner, "removed", {{"email", learner.email}});
  return parts_.sessions.TellLearnerRemoved(tx, learner.id);
}

int64_t LearnersService::SignOut(Transaction& tx, const Caller& caller, const LearnerRecord& learner) {
  int64_t ended = parts_.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kSignedOutByManager);
  if (ended > 0) {
    parts_.audit.Tell(tx, caller, learner, "signed_out", {{"reason", session_reason::kSignedOutByManager}});
  }
  return ended;
}

absl::StatusOr<Positioned<v1::UpdateActivationResponse>> LearnersService::UpdateActivation(
    const Caller& caller, const v1::UpdateActivationRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  if (!request.has_active()) validator.Refuse("active", "required", "A value is missing");
  RETURN_IF_ERROR(validator.status());

  LearnerRecord learner;
  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> found = FindLearner(tx.sql(), request.client_id());
    if (!found.has_value()) return error::LearnerNotFound();
    learner = *std::move(found);
    return SetActive(tx, caller, learner, request.active());
  }));

  Positioned<v1::UpdateActivationResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("User updated successfully");
  *result.response.mutable_result() = ToProto(learner, parts_.online);
  return result;
}

absl::StatusOr<Positioned<v1::RemoveUserResponse>> LearnersService::RemoveUser(const Caller& caller,
                                                                               const v1::RemoveUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), request.client_id());
    if (!learner.has_value()) return error::LearnerNotFound();
    return Remove(tx, caller, *learner);
  }));

  Positioned<v1::RemoveUserResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Deleted Successfully");
  return result;
}

absl::StatusOr<Positioned<v1::SignOutUserResponse>> LearnersService::SignOutUser(
    const Caller& caller, const v1::SignOutUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), request.client_id());
    if (!learner.has_value()) return error::LearnerNotFound();
    return SignOut(tx, caller, *learner);
  }));

  Positioned<v1::SignOutUserResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Signed out");
  return result;
}

absl::StatusOr<Positioned<v1::BulkChangeUsersResponse>> LearnersService::BulkChangeUsers(
    const Caller& caller, const v1::BulkChangeUsersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  const std::string& action = request.action();
  Validator validator;
  if (request.client_ids().empty()) validator.Refuse("clientIds", "required", "Please choose at least one");
  if (request.client_ids_size() > kMostAtOnce) {
    validator.Refuse("clientIds", "too_many", "At most 1000 can be changed at once");
  }
  if (action.empty()) {
    validator.Refuse("action", "required", "A value is missing");
  } else if (action != "activate" && action != "deactivate" && action != "remove" && action != "sign-out") {
    validator.Refuse("action", "unknown", "The action is not known");
  }
  RETURN_IF_ERROR(validator.status());

  int changed = 0;
  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    int64_t last = 0;
    std::unordered_set<std::string_view> seen;
    for (const std::string& id : request.client_ids()) {
      if (!seen.insert(id).second) continue;
      std::optional<LearnerRecord> learner = FindLearner(tx.sql(), id);
      if (!learner.has_value()) return error::LearnerNotFound(id);
      int64_t told = action == "remove"     ? Remove(tx, caller, *learner)
                     : action == "sign-out" ? SignOut(tx, caller, *learner)
                                            : SetActive(tx, caller, *learner, action == "activate");
      if (told > 0) ++changed;
      last = std::max(last, told);
    }
    return last;
  }));

  Positioned<v1::BulkChangeUsersResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Updated Successfully");
  result.response.set_changed(changed);
  return result;
}

}  // namespace academy::auth
