#include "services/auth/sessions/learner_sessions_service.h"

#include <cstdint>
#include <vector>

#include "services/auth/accounts/learners/learner_changes.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/sessions/session_list.h"
#include "services/auth/sessions/session_store.h"

namespace academy::auth {

absl::StatusOr<v1::ListOwnSessionsResponse> LearnerSessionsService::ListOwnSessions(
    const Caller& caller, const v1::ListOwnSessionsRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListOwnSessionsResponse> {
    v1::ListOwnSessionsResponse response;
    response.set_message("Fetched Successfully");
    ListSessionsOf(sql, deps_.sessions, {PersonKind::kLearner, caller.id}, caller.session_id, deps_.clock.Now(),
                   *response.mutable_result());
    return response;
  });
}

absl::StatusOr<Positioned<v1::EndOwnSessionResponse>> LearnerSessionsService::EndOwnSession(
    const Caller& caller, const v1::EndOwnSessionRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  validator.Opaque("sessionId", request.session_id());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    auto ended = EndSessionOf(tx, deps_.sessions, {PersonKind::kLearner, caller.id}, request.session_id());
    if (ended.ok() && *ended > 0) {
      deps_.audit.Record(tx, caller,
                         {.action = "learner.signed_out",
                          .subject = {"learner", caller.id, ""},
                          .details = {{"sessionId", request.session_id()}, {"reason", session_reason::kLogout}}});
    }
    return ended;
  }));

  Positioned<v1::EndOwnSessionResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Signed out");
  return result;
}

absl::StatusOr<v1::ListLearnerSessionsResponse> LearnerSessionsService::ListLearnerSessions(
    const Caller& caller, const v1::ListLearnerSessionsRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  RETURN_IF_ERROR(validator.status());

  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListLearnerSessionsResponse> {
    if (!FindLearner(sql, request.learner_id()).has_value()) return error::LearnerNotFound();
    v1::ListLearnerSessionsResponse response;
    ListSessionsOf(sql, deps_.sessions, {PersonKind::kLearner, request.learner_id()}, caller.session_id,
                   deps_.clock.Now(), *response.mutable_result());
    response.set_message(response.result().empty() ? "No data found." : "Fetched Successfully");
    return response;
  });
}

absl::StatusOr<Positioned<v1::SignOutLearnerResponse>> LearnerSessionsService::SignOutLearner(
    const Caller& caller, const v1::SignOutLearnerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.learner_id());
  RETURN_IF_ERROR(validator.status());

  auto change = [&](Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& events) {
    return SignLearnerOut(deps_, tx, learner, events);
  };
  ASSIGN_OR_RETURN(int64_t position, ChangeLearner(deps_, caller, request.learner_id(), change));
  Positioned<v1::SignOutLearnerResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Signed out");
  return result;
}

}  // namespace academy::auth
