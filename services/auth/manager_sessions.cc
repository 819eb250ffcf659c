// ManagerAuthService: where a manager is and was signed in.
#include "services/auth/errors.h"
#include "services/auth/manager_auth_service.h"
#include "services/auth/session_list.h"
#include "services/auth/validation.h"

namespace academy::auth {

absl::StatusOr<v1::FetchManagerSessionsResponse> ManagerAuthService::FetchManagerSessions(
    const Caller& caller, const v1::FetchManagerSessionsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  return parts_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FetchManagerSessionsResponse> {
    v1::FetchManagerSessionsResponse response;
    response.set_message("Fetched Successfully");
    ListSessionsOf(sql, {PersonKind::kManager, caller.id}, caller.session_id, parts_.clock.Now(),
                   *response.mutable_result());
    return response;
  });
}

absl::StatusOr<Positioned<v1::EndManagerSessionResponse>> ManagerAuthService::EndManagerSession(
    const Caller& caller, const v1::EndManagerSessionRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Validator validator;
  validator.Opaque("sessionId", request.session_id());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(int64_t position, parts_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    auto ended = EndSessionOf(tx, parts_.sessions, {PersonKind::kManager, caller.id}, request.session_id());
    if (ended.ok() && *ended > 0) {
      parts_.audit.Record(tx, caller,
                          {.action = "manager.signed_out",
                           .subject = {"manager", caller.id, ""},
                           .details = {{"sessionId", request.session_id()}, {"reason", session_reason::kLogout}}});
    }
    return ended;
  }));

  Positioned<v1::EndManagerSessionResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Signed out");
  return result;
}

}  // namespace academy::auth
