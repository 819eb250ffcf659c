#include "services/auth/learners_service.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "services/auth/converters.h"
#include "services/auth/errors.h"
#include "services/auth/learner_paging.h"
#include "services/auth/learner_store.h"
#include "services/auth/notices.h"
#include "services/auth/store_status.h"
#include "services/auth/text.h"
#include "services/auth/token_store.h"
#include "services/auth/validation.h"
#include "services/common/ids.h"

namespace academy::auth {

namespace {

// What a page is chosen by beside the query: sets of learners that other services know.
class Choice {
 public:
  Choice(const v1::FetchUsersRequest& request, const OnlineList& online) {
    if (request.has_client_ids()) among_.emplace(request.client_ids().ids().begin(), request.client_ids().ids().end());
    if (request.has_online()) {
      online_ = request.online();
      online_ids_ = online.Ids();
    }
  }

  bool everybody() const { return !among_.has_value() && !online_.has_value(); }
  bool Has(const std::string& id) const {
    if (among_.has_value() && !among_->contains(id)) return false;
    return !online_.has_value() || online_ids_.contains(id) == *online_;
  }

 private:
  std::optional<std::unordered_set<std::string>> among_;
  std::optional<bool> online_;
  std::unordered_set<std::string> online_ids_;
};

std::vector<std::string> ChosenIds(soci::session& sql, const LearnerQuery& query, const Choice& choice) {
  std::vector<std::string> ids = QueryLearnerIds(sql, query);
  std::erase_if(ids, [&](const std::string& id) { return !choice.Has(id); });
  return ids;
}

// The ids alone are gone through whole, and only the page's learners loaded.
std::vector<LearnerRecord> ChosenLearners(soci::session& sql, const LearnerQuery& query, const Choice& choice,
                                          size_t most, size_t& total) {
  std::vector<std::string> ids = ChosenIds(sql, query, choice);
  total = ids.size();
  if (query.after.has_value()) {
    LearnerQuery whole = query;
    whole.after.reset();
    total = ChosenIds(sql, whole, choice).size();
  }
  ids.resize(std::min(ids.size(), most));
  return FindLearners(sql, ids);
}

// A serialized FetchUsersResponse.
std::string PageOfUsers(soci::session& sql, const LearnerQuery& query, const Choice& choice, const OnlineList& online) {
  v1::FetchUsersResponse response;
  // One more than the page tells whether another follows.
  LearnerQuery wider = query;
  if (query.limit > 0) wider.limit = query.limit + 1;
  std::vector<LearnerRecord> learners;
  if (choice.everybody()) {
    learners = QueryLearners(sql, wider);
    response.set_total(CountLearners(sql, query));
  } else {
    size_t total = 0;
    learners = ChosenLearners(sql, query, choice, static_cast<size_t>(wider.limit), total);
    response.set_total(static_cast<int64_t>(total));
  }
  if (learners.size() > static_cast<size_t>(query.limit)) {
    learners.pop_back();
    response.set_next_cursor(MakeCursor(query, learners.back()));
  }
  response.set_message(ListMessage(learners.empty()));
  for (const LearnerRecord& learner : learners) *response.add_result() = ToProto(learner, online);
  return response.SerializeAsString();
}

}  // namespace

absl::StatusOr<grpc::ByteBuffer> LearnersService::FetchUsers(const Caller& caller,
                                                             const v1::FetchUsersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  ASSIGN_OR_RETURN(LearnerQuery query, ReadQuery(request));
  if (!IsPaged(request)) {
    ASSIGN_OR_RETURN(std::shared_ptr<const std::string> all, all_learners_.Get());
    return ToBuffer(std::move(all));
  }
  const Choice choice(request, parts_.online);
  ASSIGN_OR_RETURN(std::string wire, parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<std::string> {
    return PageOfUsers(sql, query, choice, parts_.online);
  }));
  return ToBuffer(std::move(wire));
}

absl::StatusOr<v1::FetchUserResponse> LearnersService::FetchUser(const Caller& caller,
                                                                 const v1::FetchUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  RETURN_IF_ERROR(validator.status());

  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FetchUserResponse> {
    std::optional<LearnerRecord> learner = FindLearner(sql, request.client_id());
    if (!learner.has_value()) return error::LearnerNotFound();
    v1::FetchUserResponse response;
    response.set_message("Fetched Successfully");
    *response.mutable_result() = ToProto(*learner, parts_.online);
    return response;
  });
}

absl::StatusOr<v1::CreateUserResponse> LearnersService::CreateUser(const Caller& caller,
                                                                   const v1::CreateUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  LearnerRecord learner;
  learner.email = validator.Email("email", request.email());
  validator.NewPassword("password", request.password(), parts_.password_rules);
  learner.fullname = validator.Fullname("fullname", request.fullname());
  learner.phonenumber = validator.Phonenumber("phonenumber", request.phonenumber());
  learner.address = validator.Address("address", request.address());
  RETURN_IF_ERROR(validator.status());

  // A manager vouches for the address.
  learner.activated = 1;
  learner.created_at = parts_.clock.Now();
  learner.id = NewId(learner.created_at);
  learner.email_key = EmailKey(learner.email);
  learner.fullname_key = Fold(learner.fullname);
  learner.language = LanguageOf(caller.language);
  learner.password_hash = parts_.passwords.Hash(request.password());
  RETURN_IF_ERROR(OrEmailTaken(parts_.database.Write([&](Transaction& tx) -> absl::Status {
    InsertLearner(tx.sql(), learner);
    parts_.audit.Tell(tx, caller, learner, "created", {{"email", learner.email}});
    return absl::OkStatus();
  })));

  v1::CreateUserResponse response;
  response.set_message("Created Successfully");
  *response.mutable_result() = ToProto(learner, parts_.online);
  return response;
}

absl::StatusOr<Positioned<v1::UpdateUserResponse>> LearnersService::UpdateUser(const Caller& caller,
                                                                               const v1::UpdateUserRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  std::string email = request.has_email() ? validator.Email("email", request.email()) : "";
  std::string fullname = request.has_fullname() ? validator.Fullname("fullname", request.fullname()) : "";
  std::string phonenumber = validator.Phonenumber("phonenumber", request.phonenumber());
  std::string address = validator.Address("address", request.address());
  bool new_password = !request.password().empty();
  if (new_password) validator.NewPassword("password", request.password(), parts_.password_rules);
  RETURN_IF_ERROR(validator.status());

  std::string password_hash = new_password ? parts_.passwords.Hash(request.password()) : "";
  LearnerRecord learner;
  auto written = parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> found = FindLearner(tx.sql(), request.client_id());
    if (!found.has_value()) return error::LearnerNotFound();
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
    UpdateLearner(tx.sql(), learner);
    if (new_password || learner.email_key != old_key) EndRecoveries(tx.sql(), learner.id, parts_.clock.Now());
    if (learner.email_key != old_key) {
      // What was mailed to the old address opens nothing any more.
      EndActivationTokens(tx.sql(), learner.id, parts_.clock.Now());
      TellEmailChanged(tx, parts_, old_email, learner);
    }
    parts_.audit.Tell(tx, caller, learner, "updated", ChangesOf(before, learner));
    int64_t changed = parts_.sessions.TellLearnerChanged(tx, learner.id);
    if (!new_password) return changed;
    TellPasswordChanged(tx, parts_, learner);
    return std::max(changed,
                    parts_.sessions.EndAll(tx, PersonKind::kLearner, learner.id, session_reason::kPasswordChanged));
  });
  RETURN_IF_ERROR(OrEmailTaken(written.status()));

  Positioned<v1::UpdateUserResponse> result{.response = {}, .feed_position = *written};
  result.response.set_message("User updated successfully");
  *result.response.mutable_result() = ToProto(learner, parts_.online);
  return result;
}

absl::StatusOr<Positioned<v1::UpdateUserPasswordResponse>> LearnersService::UpdateUserPassword(
    const Caller& caller, const v1::UpdateUserPasswordRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  validator.NewPassword("password", request.password(), parts_.password_rules);
  RETURN_IF_ERROR(validator.status());

  std::string password_hash = parts_.passwords.Hash(request.password());
  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    std::optional<LearnerRecord> learner = FindLearner(tx.sql(), request.client_id());
    if (!learner.has_value()) return error::LearnerNotFound();
    SetLearnerPassword(tx.sql(), learner->id, password_hash);
    EndRecoveries(tx.sql(), learner->id, parts_.clock.Now());
    TellPasswordChanged(tx, parts_, *learner);
    parts_.audit.Tell(tx, caller, *learner, "password_changed");
    return parts_.sessions.EndAll(tx, PersonKind::kLearner, learner->id, session_reason::kPasswordChanged);
  }));

  Positioned<v1::UpdateUserPasswordResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Password Changed");
  return result;
}

absl::StatusOr<v1::ReportOnlineResponse> LearnersService::ReportOnline(const Caller& caller,
                                                                       const v1::ReportOnlineRequest& request) {
  RETURN_IF_ERROR(RequireService(caller));
  OnlineList::Sockets sockets;
  for (const v1::ReportOnlineRequest::Entry& entry : request.online()) sockets[entry.learner_id()] = entry.socket_id();
  parts_.online.Replace(std::move(sockets));
  return v1::ReportOnlineResponse();
}

}  // namespace academy::auth
