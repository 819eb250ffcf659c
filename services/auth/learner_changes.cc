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

absl::Status RequireClient(const std::string& id) {
  Validator validator;
  validator.Opaque("clientId", id);
  return validator.status();
}

// One learner's change in a transaction of its own: the feed's position after `change(tx, learner)`, which returns it.
template <typename Change>
absl::StatusOr<int64_t> ChangeOne(Database& database, const std::string& id, Change change) {
  return database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), id);
    if (!learner.has_value()) return error::LearnerNotFound();
    return change(tx, *learner);
  });
}

template <typename Response>
Positioned<Response> AnswerAt(int64_t position, const char* message) {
  Positioned<Response> result{.response = {}, .feed_position = position};
  result.response.set_message(message);
  return result;
}

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

  LearnerRecord changed;
  auto change = [&](Transaction& tx, LearnerRecord& learner) {
    int64_t position = SetActive(tx, caller, learner, request.active());
    changed = std::move(learner);
    return position;
  };
  ASSIGN_OR_RETURN(int64_t position, ChangeOne(parts_.database, request.client_id(), change));
  auto result = AnswerAt<v1::UpdateActivationResponse>(position, "User updated successfully");
  *result.response.mutable_result() = ToProto(changed, parts_.online);
  return result;
}

absl::StatusOr<Positioned<v1::RemoveUserResponse>> LearnersService::RemoveUser(const Caller& caller,
                                                                               const v1::RemoveUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(RequireClient(request.client_id()));
  auto change = [&](Transaction& tx, const LearnerRecord& learner) { return Remove(tx, caller, learner); };
  ASSIGN_OR_RETURN(int64_t position, ChangeOne(parts_.database, request.client_id(), change));
  return AnswerAt<v1::RemoveUserResponse>(position, "Deleted Successfully");
}

absl::StatusOr<Positioned<v1::SignOutUserResponse>> LearnersService::SignOutUser(
    const Caller& caller, const v1::SignOutUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(RequireClient(request.client_id()));
  auto change = [&](Transaction& tx, const LearnerRecord& learner) { return SignOut(tx, caller, learner); };
  ASSIGN_OR_RETURN(int64_t position, ChangeOne(parts_.database, request.client_id(), change));
  return AnswerAt<v1::SignOutUserResponse>(position, "Signed out");
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

  auto result = AnswerAt<v1::BulkChangeUsersResponse>(position, "Updated Successfully");
  result.response.set_changed(changed);
  return result;
}

}  // namespace academy::auth
