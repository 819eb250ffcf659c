// LearnerAuthService and LearnersService: where a learner is and was signed in, for the learner and for managers.
#include "services/auth/errors.h"
#include "services/auth/learner_auth_service.h"
#include "services/auth/learner_store.h"
#include "services/auth/learners_service.h"
#include "services/auth/session_list.h"
#include "services/auth/validation.h"

namespace academy::auth {

absl::StatusOr<v1::FetchOwnSessionsResponse> LearnerAuthService::FetchOwnSessions(
    const Caller& caller, const v1::FetchOwnSessionsRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FetchOwnSessionsResponse> {
    v1::FetchOwnSessionsResponse response;
    response.set_message("Fetched Successfully");
    ListSessionsOf(sql, {PersonKind::kLearner, caller.id}, caller.session_id, parts_.clock.Now(),
                   *response.mutable_result());
    return response;
  });
}

absl::StatusOr<Positioned<v1::EndOwnSessionResponse>> LearnerAuthService::EndOwnSession(
    const Caller& caller, const v1::EndOwnSessionRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  Validator validator;
  validator.Opaque("sessionId", request.session_id());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    auto ended = EndSessionOf(tx, parts_.sessions, {PersonKind::kLearner, caller.id}, request.session_id());
    if (ended.ok() && *ended > 0) {
      parts_.audit.Record(tx, caller,
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

absl::StatusOr<v1::FetchUserSessionsResponse> LearnersService::FetchUserSessions(
    const Caller& caller, const v1::FetchUserSessionsRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("clientId", request.client_id());
  RETURN_IF_ERROR(validator.status());

  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FetchUserSessionsResponse> {
    if (!FindLearner(sql, request.client_id()).has_value()) return error::LearnerNotFound();
    v1::FetchUserSessionsResponse response;
    ListSessionsOf(sql, {PersonKind::kLearner, request.client_id()}, caller.session_id, parts_.clock.Now(),
                   *response.mutable_result());
    response.set_message(response.result().empty() ? "No data found." : "Fetched Successfully");
    return response;
  });
}

}  // namespace academy::auth
