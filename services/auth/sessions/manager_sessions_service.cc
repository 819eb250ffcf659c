#include "services/auth/sessions/manager_sessions_service.h"

#include <cstdint>

#include "services/auth/accounts/validation.h"
#include "services/auth/sessions/session_list.h"
#include "services/auth/sessions/session_store.h"

namespace academy::auth {

absl::StatusOr<v1::ListManagerSessionsResponse> ManagerSessionsService::ListManagerSessions(
    const Caller& caller, const v1::ListManagerSessionsRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListManagerSessionsResponse> {
    v1::ListManagerSessionsResponse response;
    response.set_message("Fetched Successfully");
    ListSessionsOf(sql, deps_.sessions, {PersonKind::kManager, caller.id}, caller.session_id, deps_.clock.Now(),
                   *response.mutable_result());
    return response;
  });
}

absl::StatusOr<Positioned<v1::EndManagerSessionResponse>> ManagerSessionsService::EndManagerSession(
    const Caller& caller, const v1::EndManagerSessionRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  Validator validator;
  validator.Opaque("sessionId", request.session_id());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    auto ended = EndSessionOf(tx, deps_.sessions, {PersonKind::kManager, caller.id}, request.session_id());
    if (ended.ok() && *ended > 0) {
      deps_.audit.Record(tx, caller,
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
