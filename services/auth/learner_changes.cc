// What managers change of a learner, or of many at once: who is let in, who is signed out, who is gone.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

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

// One learner's change in a transaction of its own: the feed's position after `change(tx, learner, told)`, which
// returns it.
template <typename Change>
absl::StatusOr<int64_t> ChangeOne(const Parts& parts, const Caller& caller, const std::string& id, Change change) {
  return parts.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), id);
    if (!learner.has_value()) return error::LearnerNotFound();
    std::vector<AuditEntry> told;
    int64_t position = change(tx, *learner, told);
    parts.audit.Record(tx, caller, std::move(told));
    return position;
  });
}

template <typename Response>
Positioned<Response> AnswerAt(int64_t position, const char* message) {
  Positioned<Response> result{.response = {}, .feed_position = position};
  result.response.set_message(message);
  return result;
}

}  // namespace

int64_t LearnersService::SetActive(Transaction& tx, LearnerRecord& learner, bool active,
                                   std::vector<AuditEntry>& told) {
  // Letting in someone whose address is unconfirmed confirms it.
  bool activated = active || learner.activated != 0;
  if (active == (learner.active != 0) && activated == (learner.activated != 0)) return 0;
  learner.active = active ? 1 : 0;
  learner.activated = activated ? 1 : 0;
  SetLearnerFlags(tx.sql(), learner.id, active, activated);
  told.push_back(EntryOf(learner, active ? "activated" : "deactivated"));
  int64_t changed = parts_.sessions.TellLearnerChanged(tx, learner.id);
  if (active) return changed;
  return std::max(changed, parts_.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kDeactivated));
}

int64_t LearnersService::Remove(Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& told) {
  parts_.sessions.EndRemoved(tx, PersonKind::kLearner, learner.id);
  DeleteLearner(tx.sql(), learner.id);
  told.push_back(EntryOf(learner, "removed", {{"email", learner.email}}));
  return parts_.sessions.TellLearnerRemoved(tx, learner.id);
}

int64_t LearnersService::SignOut(Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& told) {
  int64_t ended = parts_.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kSignedOutByManager);
  if (ended > 0) told.push_back(EntryOf(learner, "signed_out", {{"reason", session_reason::kSignedOutByManager}}));
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
  auto change = [&](Transaction& tx, LearnerRecord& learner, std::vector<AuditEntry>& told) {
    int64_t position = SetActive(tx, learner, request.active(), told);
    changed = std::move(learner);
    return position;
  };
  ASSIGN_OR_RETURN(int64_t position, ChangeOne(parts_, caller, request.client_id(), change));
  auto result = AnswerAt<v1::UpdateActivationResponse>(position, "User updated successfully");
  *result.response.mutable_result() = ToProto(changed, parts_.online);
  return result;
}

absl::StatusOr<Positioned<v1::RemoveUserResponse>> LearnersService::RemoveUser(const Caller& caller,
                                                                               const v1::RemoveUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(RequireClient(request.client_id()));
  auto change = [&](Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& told) {
    return Remove(tx, learner, told);
  };
  ASSIGN_OR_RETURN(int64_t position, ChangeOne(parts_, caller, request.client_id(), change));
  return AnswerAt<v1::RemoveUserResponse>(position, "Deleted Successfully");
}

absl::StatusOr<Positioned<v1::SignOutUserResponse>> LearnersService::SignOutUser(
    const Caller& caller, const v1::SignOutUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  RETURN_IF_ERROR(RequireClient(request.client_id()));
  auto change = [&](Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& told) {
    return SignOut(tx, learner, told);
  };
  ASSIGN_OR_RETURN(int64_t position, ChangeOne(parts_, caller, request.client_id(), change));
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
    std::vector<AuditEntry> events;
    std::unordered_set<std::string_view> seen;
    for (const std::string& id : request.client_ids()) {
      if (!seen.insert(id).second) continue;
      std::optional<LearnerRecord> learner = FindLearner(tx.sql(), id);
      if (!learner.has_value()) return error::LearnerNotFound(id);
      int64_t position = action == "remove"     ? Remove(tx, *learner, events)
                         : action == "sign-out" ? SignOut(tx, *learner, events)
                                                : SetActive(tx, *learner, action == "activate", events);
      if (position > 0) ++changed;
      last = std::max(last, position);
    }
    parts_.audit.Record(tx, caller, std::move(events));
    return last;
  }));

  auto result = AnswerAt<v1::BulkChangeUsersResponse>(position, "Updated Successfully");
  result.response.set_changed(changed);
  return result;
}

}  // namespace academy::auth
