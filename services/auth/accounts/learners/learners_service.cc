#include "services/auth/accounts/learners/learners_service.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/learner_changes.h"
#include "services/auth/accounts/learners/learner_paging.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/learners/search/learner_query.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sessions/online/online_learners.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/sessions/session_store.h"
#include "services/auth/sign_in/token_store.h"
#include "services/auth/store_status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/revisions/revision.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::auth {
namespace {

constexpr int kMaxAtOnce = 1000;

// Filters of a page besides the query: sets of learners known by other services, small beside all learners.
class Choice {
 public:
  Choice(const v1::ListLearnersRequest& request, const OnlineLearners& online) {
    if (request.has_learner_ids())
      among_.emplace(request.learner_ids().ids().begin(), request.learner_ids().ids().end());
    if (!request.has_online()) return;
    std::unordered_set<std::string> now = online.Ids();
    if (!request.online()) {
      except_ = std::move(now);
    } else if (among_.has_value()) {
      std::erase_if(*among_, [&](const std::string& id) { return !now.contains(id); });
    } else {
      among_ = std::move(now);
    }
  }

  // Only these learners; nullopt for all.
  std::optional<std::vector<std::string>> Among() const {
    if (!among_.has_value()) return std::nullopt;
    std::vector<std::string> ids;
    for (const std::string& id : *among_) {
      if (!except_.contains(id)) ids.push_back(id);
    }
    return ids;
  }
  // But not these.
  const std::unordered_set<std::string>& except() const { return except_; }

 private:
  std::optional<std::unordered_set<std::string>> among_;
  std::unordered_set<std::string> except_;
};

// A page of all learners but some, who are few: it is filled by as many further pages as it takes.
std::vector<LearnerRecord> LearnersExcept(soci::session& sql, LearnerQuery query,
                                          const std::unordered_set<std::string>& except) {
  const auto wanted = static_cast<size_t>(query.limit);
  std::vector<LearnerRecord> learners;
  while (learners.size() < wanted) {
    std::vector<LearnerRecord> page = QueryLearners(sql, query);
    const bool last = page.size() < wanted;
    if (!page.empty()) query.after = PositionOf(page.back(), query.order);
    for (LearnerRecord& learner : page) {
      if (learners.size() < wanted && !except.contains(learner.id)) learners.push_back(std::move(learner));
    }
    if (last) break;
  }
  return learners;
}

struct PageOfLearners {
  std::vector<LearnerRecord> learners;
  LearnerCount count;
};

PageOfLearners LoadPage(soci::session& sql, const LearnerQuery& query, const Choice& choice, LearnerCounts& counts) {
  PageOfLearners page;
  if (std::optional<std::vector<std::string>> among = choice.Among()) {
    page.learners = FindLearners(sql, QueryLearnerIdsAmong(sql, *among, query, page.count.total));
    return page;
  }
  if (choice.except().empty()) {
    if (std::optional<LearnerMatches> few = FindFewMatches(sql, query)) {
      return {.learners = FindLearners(sql, few->page), .count = {.total = few->total}};
    }
  }
  page.learners = LearnersExcept(sql, query, choice.except());
  page.count = counts.Get(sql, query);
  if (!choice.except().empty()) {
    LearnerQuery all = query;
    all.after.reset();
    all.limit = 1;
    int64_t hidden = 0;
    QueryLearnerIdsAmong(sql, {choice.except().begin(), choice.except().end()}, all, hidden);
    page.count.total = std::max<int64_t>(page.count.total - hidden, static_cast<int64_t>(page.learners.size()));
  }
  return page;
}

// Returns a serialized ListLearnersResponse.
std::string PageOfUsers(soci::session& sql, const LearnerQuery& query, const Choice& choice,
                        const OnlineLearners& online, LearnerCounts& counts) {
  v1::ListLearnersResponse response;
  // One row more than the page shows whether another page follows.
  LearnerQuery wider = query;
  wider.limit = query.limit + 1;
  PageOfLearners page = LoadPage(sql, wider, choice, counts);
  response.set_total(page.count.total);
  if (page.count.at_least) response.set_total_at_least(true);
  std::vector<LearnerRecord>& learners = page.learners;
  if (learners.size() > static_cast<size_t>(query.limit)) {
    learners.pop_back();
    response.set_next_cursor(MakeCursor(query, learners.back()));
  }
  response.set_message(ListMessage(learners.empty()));
  for (const LearnerRecord& learner : learners) *response.add_result() = ToProto(learner, online);
  return response.SerializeAsString();
}

}  // namespace

absl::StatusOr<grpc::ByteBuffer> LearnersService::ListLearners(const Caller& caller,
                                                               const v1::ListLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  ASSIGN_OR_RETURN(LearnerQuery query, ReadQuery(request));
  if (!IsPaged(request)) {
    RETURN_IF_ERROR(deps_.database.Read([&](soci::session& sql) -> absl::Status { return counts_.RequireFew(sql); }));
    ASSIGN_OR_RETURN(std::shared_ptr<const std::string> all, all_learners_.Get());
    return ToBuffer(std::move(all));
  }
  const Choice choice(request, deps_.online);
  ASSIGN_OR_RETURN(std::string wire, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<std::string> {
    return PageOfUsers(sql, query, choice, deps_.online, counts_);
  }));
  return ToBuffer(std::move(wire));
}

absl::StatusOr<v1::GetLearnerResponse> LearnersService::GetLearner(const Caller& caller,
                                                                   const v1::GetLearnerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  RETURN_IF_ERROR(validator.status());

  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::GetLearnerResponse> {
    std::optional<LearnerRecord> learner = FindLearner(sql, request.learner_id());
    if (!learner.has_value()) return error::LearnerNotFound();
    v1::GetLearnerResponse response;
    response.set_message("Fetched Successfully");
    *response.mutable_result() = ToProto(*learner, deps_.online);
    return response;
  });
}

absl::StatusOr<v1::CreateLearnerResponse> LearnersService::CreateLearner(const Caller& caller,
                                                                         const v1::CreateLearnerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  LearnerRecord learner;
  learner.email = validator.Email("email", request.email());
  validator.NewPassword("password", request.password(), deps_.password_rules);
  learner.fullname = validator.Fullname("fullname", request.fullname());
  learner.phonenumber = validator.Phonenumber("phonenumber", request.phonenumber());
  learner.address = validator.Address("address", request.address());
  RETURN_IF_ERROR(validator.status());

  // The manager vouches for the address.
  learner.activated = 1;
  learner.created_at = deps_.clock.Now();
  learner.id = NewId(learner.created_at);
  learner.email_key = EmailKey(learner.email);
  learner.fullname_key = Fold(learner.fullname);
  learner.language = LanguageOf(caller.language);
  learner.password_hash = deps_.passwords.Hash(request.password());
  RETURN_IF_ERROR(OrEmailTaken(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    InsertLearner(tx.sql(), learner);
    deps_.audit.Record(tx, caller, learner, "created", {{"email", learner.email}});
    return absl::OkStatus();
  })));

  v1::CreateLearnerResponse response;
  response.set_message("Created Successfully");
  *response.mutable_result() = ToProto(learner, deps_.online);
  return response;
}

absl::StatusOr<Positioned<v1::UpdateLearnerResponse>> LearnersService::UpdateLearner(
    const Caller& caller, const v1::UpdateLearnerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  std::string email = request.has_email() ? validator.Email("email", request.email()) : "";
  std::string fullname = request.has_fullname() ? validator.Fullname("fullname", request.fullname()) : "";
  std::string phonenumber = validator.Phonenumber("phonenumber", request.phonenumber());
  std::string address = validator.Address("address", request.address());
  bool new_password = !request.password().empty();
  if (new_password) validator.NewPassword("password", request.password(), deps_.password_rules);
  RETURN_IF_ERROR(validator.status());

  if (new_password) RETURN_IF_ERROR(RequireRecent(deps_, caller));
  std::string password_hash = new_password ? deps_.passwords.Hash(request.password()) : "";
  LearnerRecord learner;
  auto written = deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> found = FindLearner(tx.sql(), request.learner_id());
    if (!found.has_value()) return error::LearnerNotFound();
    RETURN_IF_ERROR(RequireRevision(request, found->revision, [&] { return ToProto(*found, deps_.online); }));
    const LearnerRecord before = *found;
    learner = *std::move(found);
    std::string old_email = learner.email;
    std::string old_key = learner.email_key;
    if (request.has_email()) learner.email = email;
    if (request.has_fullname()) learner.fullname = fullname;
    if (request.has_phonenumber()) learner.phonenumber = phonenumber;
    if (request.has_address()) learner.address = address;
    if (new_password) learner.password_hash = password_hash;
    learner.email_key = EmailKey(learner.email);
    learner.fullname_key = Fold(learner.fullname);
    if (learner.email_key != old_key) {
      RETURN_IF_ERROR(RequireRecent(tx.sql(), caller, deps_.clock.Now()));
      // Codes mailed to the old address become invalid.
      EndRecoveries(tx.sql(), learner.id, deps_.clock.Now());
      EndActivationTokens(tx.sql(), learner.id, deps_.clock.Now());
      SendEmailChanged(tx, deps_, old_email, learner);
    }
    return StoreLearner(deps_, tx, caller, before, learner);
  });
  RETURN_IF_ERROR(OrEmailTaken(written.status()));

  Positioned<v1::UpdateLearnerResponse> result{.response = {}, .feed_position = *written};
  result.response.set_message("User updated successfully");
  *result.response.mutable_result() = ToProto(learner, deps_.online);
  return result;
}

absl::StatusOr<Positioned<v1::UpdateLearnerPasswordResponse>> LearnersService::UpdateLearnerPassword(
    const Caller& caller, const v1::UpdateLearnerPasswordRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  validator.NewPassword("password", request.password(), deps_.password_rules);
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(RequireRecent(deps_, caller));

  std::string password_hash = deps_.passwords.Hash(request.password());
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), request.learner_id());
    if (!learner.has_value()) return error::LearnerNotFound();
    SetLearnerPassword(tx.sql(), learner->id, password_hash);
    deps_.audit.Record(tx, caller, *learner, "password_changed");
    return FollowUpNewPassword(deps_, tx, *learner);
  }));

  Positioned<v1::UpdateLearnerPasswordResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Password Changed");
  return result;
}

absl::StatusOr<Positioned<v1::UpdateActivationResponse>> LearnersService::UpdateActivation(
    const Caller& caller, const v1::UpdateActivationRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  if (!request.has_active()) validator.Refuse("active", "required", "A value is missing");
  RETURN_IF_ERROR(validator.status());

  LearnerRecord changed;
  auto change = [&](Transaction& tx, LearnerRecord& learner, std::vector<AuditEntry>& events) {
    int64_t position = SetLearnerActive(deps_, tx, learner, request.active(), events);
    changed = std::move(learner);
    return position;
  };
  auto admit = [&](const LearnerRecord& learner) -> absl::Status {
    // What somebody else has switched already is no conflict.
    if (IsSetActive(learner, request.active())) return absl::OkStatus();
    return RequireRevision(request, learner.revision, [&] { return ToProto(learner, deps_.online); });
  };
  ASSIGN_OR_RETURN(int64_t position, ChangeLearner(deps_, caller, request.learner_id(), change, admit));
  Positioned<v1::UpdateActivationResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("User updated successfully");
  *result.response.mutable_result() = ToProto(changed, deps_.online);
  return result;
}

absl::StatusOr<Positioned<v1::DeleteLearnerResponse>> LearnersService::DeleteLearner(
    const Caller& caller, const v1::DeleteLearnerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  RETURN_IF_ERROR(validator.status());

  auto change = [&](Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& events) {
    return RemoveLearner(deps_, tx, caller, learner, events);
  };
  ASSIGN_OR_RETURN(int64_t position, ChangeLearner(deps_, caller, request.learner_id(), change));
  Positioned<v1::DeleteLearnerResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Deleted Successfully");
  return result;
}

absl::StatusOr<Positioned<v1::BulkChangeLearnersResponse>> LearnersService::BulkChangeLearners(
    const Caller& caller, const v1::BulkChangeLearnersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  const std::string& action = request.action();
  Validator validator;
  if (request.learner_ids().empty()) validator.Refuse("clientIds", "required", "Please choose at least one");
  if (request.learner_ids_size() > kMaxAtOnce) {
    validator.Refuse("clientIds", "too_many", "At most 1000 can be changed at once");
  }
  if (action.empty()) {
    validator.Refuse("action", "required", "A value is missing");
  } else if (action != "activate" && action != "deactivate" && action != "remove" && action != "sign-out") {
    validator.Refuse("action", "unknown", "The action is not known");
  }
  RETURN_IF_ERROR(validator.status());
  if (action == "remove") RETURN_IF_ERROR(RequireRole(caller, Role::kManager));

  int changed = 0;
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    int64_t last = 0;
    changed = 0;
    std::vector<AuditEntry> events;
    std::unordered_set<std::string_view> seen;
    for (const std::string& id : request.learner_ids()) {
      if (!seen.insert(id).second) continue;
      std::optional<LearnerRecord> learner = FindLearner(tx.sql(), id);
      if (!learner.has_value()) return error::LearnerNotFound(id);
      int64_t position = action == "remove"     ? RemoveLearner(deps_, tx, caller, *learner, events)
                         : action == "sign-out" ? SignLearnerOut(deps_, tx, *learner, events)
                                                : SetLearnerActive(deps_, tx, *learner, action == "activate", events);
      if (position > 0) ++changed;
      last = std::max(last, position);
    }
    deps_.audit.Record(tx, caller, std::move(events));
    return last;
  }));

  Positioned<v1::BulkChangeLearnersResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Updated Successfully");
  result.response.set_changed(changed);
  return result;
}

}  // namespace academy::auth
