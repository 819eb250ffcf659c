#include "services/auth/sign_in/manager_login.h"

namespace academy::auth {

OpenedSession OpenManagerSession(Transaction& tx, const Deps& deps, const Caller& caller, const ManagerRecord& manager,
                                 const std::string& used_factor) {
  RecordManagerLogin(tx.sql(), manager.id, deps.clock.Now());
  AuditDetails details;
  if (!used_factor.empty()) details = {{"factor", used_factor}};
  deps.audit.RecordOwn(tx, caller, manager, "signed_in", details);
  return deps.sessions.Open(tx, PersonKind::kManager, manager.id, caller);
}

v1::LoginManagerResponse SignedIn(const ManagerRecord& manager, const OpenedSession& opened) {
  v1::LoginManagerResponse response;
  response.set_message("Signed in Successfully");
  response.set_token(opened.token);
  response.set_expires_in(static_cast<int32_t>(absl::ToInt64Seconds(kManagerSessionLifetime)));
  response.mutable_result()->set_id(manager.id);
  response.mutable_result()->set_fullname(manager.fullname);
  if (manager.last_login_at > 0) response.mutable_result()->set_last_login(FormatTime(manager.last_login_at));
  return response;
}

}  // namespace academy::auth
