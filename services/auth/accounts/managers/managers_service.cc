#include "services/auth/accounts/managers/managers_service.h"

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/mail/notices.h"
#include "services/auth/sessions/recent.h"
#include "services/auth/store_status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/revisions/revision.h"

namespace academy::auth {
namespace {

constexpr int kMaxBatch = 10'000;

Role CheckedRole(Validator& validator, const std::string& text) {
  Role role = ParseRole(text);
  if (text.empty()) {
    validator.Refuse("role", "required", "A value is missing");
  } else if (role == Role::kNone) {
    validator.Refuse("role", "unknown", "The role is not known");
  }
  return role;
}

// The caller's role as of this transaction: another owner may have changed it, or removed the caller, since the request
// was let in.
absl::Status RequireOwnerStill(soci::session& sql, const Caller& caller) {
  if (caller.kind == CallerKind::kService) return absl::OkStatus();
  std::optional<ManagerRecord> manager = FindManager(sql, caller.id);
  if (!manager.has_value()) return error::SessionEnded(session_reason::kRemoved);
  return manager->role == Role::kOwner ? absl::OkStatus() : RoleNotAllowed();
}

bool IsLastOwner(soci::session& sql, const ManagerRecord& manager) {
  return manager.role == Role::kOwner && CountOwners(sql) == 1;
}

}  // namespace

absl::StatusOr<v1::ListManagersResponse> ManagersService::ListManagers(const Caller& caller,
                                                                       const v1::ListManagersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::ListManagersResponse> {
    v1::ListManagersResponse response;
    response.set_message("Fetched Successfully");
    for (const ManagerRecord& manager : auth::ListManagers(sql)) *response.add_result() = ToProto(manager);
    return response;
  });
}

absl::StatusOr<v1::CreateManagerResponse> ManagersService::CreateManager(const Caller& caller,
                                                                         const v1::CreateManagerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  ManagerRecord manager;
  manager.email = validator.Email("email", request.email());
  validator.NewPassword("password", request.password(), deps_.password_rules);
  manager.fullname = validator.Fullname("fullname", request.fullname());
  if (request.has_role()) manager.role = CheckedRole(validator, request.role());
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(RequireRecent(deps_, caller));

  manager.created_at = deps_.clock.Now();
  manager.id = NewId(manager.created_at);
  manager.email_key = EmailKey(manager.email);
  manager.language = LanguageOf(caller.language);
  manager.password_hash = deps_.passwords.Hash(request.password());
  RETURN_IF_ERROR(OrEmailTaken(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    if (absl::Status allowed = RequireOwnerStill(tx.sql(), caller); !allowed.ok()) return allowed;
    // As in sign-ups, the first is an owner.
    if (CountManagers(tx.sql()) == 0) manager.role = Role::kOwner;
    InsertManager(tx.sql(), manager);
    deps_.audit.Record(tx, caller, manager, "created",
                       {{"email", manager.email}, {"role", std::string(RoleText(manager.role))}});
    return absl::OkStatus();
  })));

  v1::CreateManagerResponse response;
  response.set_message("Created Successfully");
  *response.mutable_result() = ToProto(manager);
  return response;
}

absl::StatusOr<Positioned<v1::UpdateManagerPasswordResponse>> ManagersService::UpdateManagerPassword(
    const Caller& caller, const v1::UpdateManagerPasswordRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("userId", request.manager_id());
  validator.NewPassword("password", request.password(), deps_.password_rules);
  RETURN_IF_ERROR(validator.status());
  RETURN_IF_ERROR(RequireRecent(deps_, caller));

  std::string password_hash = deps_.passwords.Hash(request.password());
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    RETURN_IF_ERROR(RequireOwnerStill(tx.sql(), caller));
    std::optional<ManagerRecord> manager = FindManager(tx.sql(), request.manager_id());
    if (!manager.has_value()) return error::ManagerNotFound();
    SetManagerPassword(tx.sql(), manager->id, password_hash);
    deps_.guard.PasswordProven(tx, PersonKind::kManager, manager->email_key);
    SendPasswordChanged(tx, deps_, *manager);
    deps_.audit.Record(tx, caller, *manager, "password_changed");
    return deps_.sessions.EndAll(tx, PersonKind::kManager, manager->id, session_reason::kPasswordChanged);
  }));

  Positioned<v1::UpdateManagerPasswordResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Password Changed");
  return result;
}

absl::StatusOr<Positioned<v1::UpdateRoleResponse>> ManagersService::UpdateRole(const Caller& caller,
                                                                               const v1::UpdateRoleRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("userId", request.manager_id());
  Role role = CheckedRole(validator, request.role());
  RETURN_IF_ERROR(validator.status());

  ManagerRecord changed;
  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    RETURN_IF_ERROR(RequireRecent(tx.sql(), caller, deps_.clock.Now()));
    RETURN_IF_ERROR(RequireOwnerStill(tx.sql(), caller));
    std::optional<ManagerRecord> manager = FindManager(tx.sql(), request.manager_id());
    if (!manager.has_value()) return error::ManagerNotFound();
    changed = *manager;
    changed.role = role;
    if (manager->role == role) return 0;
    if (request.has_seen_role() && request.seen_role() != RoleText(manager->role)) {
      return ChangedMeanwhile(ToProto(*manager));
    }
    if (IsLastOwner(tx.sql(), *manager)) return error::LastOwner();
    SetManagerRole(tx.sql(), changed.id, role);
    SendRoleChanged(tx, deps_, changed);
    deps_.audit.Record(tx, caller, changed, "role_changed",
                       {{"roleBefore", std::string(RoleText(manager->role))}, {"role", std::string(RoleText(role))}});
    return deps_.sessions.AppendManagerChanged(tx, changed.id);
  }));

  Positioned<v1::UpdateRoleResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Role Changed");
  *result.response.mutable_result() = ToProto(changed);
  return result;
}

absl::StatusOr<Positioned<v1::DeleteManagerResponse>> ManagersService::DeleteManager(
    const Caller& caller, const v1::DeleteManagerRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  Validator validator;
  validator.Opaque("managerId", request.manager_id());
  RETURN_IF_ERROR(validator.status());

  ASSIGN_OR_RETURN(int64_t position, deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    RETURN_IF_ERROR(RequireRecent(tx.sql(), caller, deps_.clock.Now()));
    RETURN_IF_ERROR(RequireOwnerStill(tx.sql(), caller));
    std::optional<ManagerRecord> manager = FindManager(tx.sql(), request.manager_id());
    if (!manager.has_value()) return error::ManagerNotFound();
    if (CountManagers(tx.sql()) == 1) return error::LastManager();
    if (caller.kind == CallerKind::kManager && manager->id == caller.id) return error::CannotDeleteSelf();
    if (IsLastOwner(tx.sql(), *manager)) return error::LastOwner();
    auth::DeleteManager(tx.sql(), manager->id);
    deps_.audit.Record(tx, caller, *manager, "removed", {{"email", manager->email}});
    return deps_.sessions.EndRemoved(tx, PersonKind::kManager, manager->id);
  }));

  Positioned<v1::DeleteManagerResponse> result{.response = {}, .feed_position = position};
  result.response.set_message("Deleted Successfully");
  return result;
}

absl::StatusOr<v1::BatchGetManagersResponse> ManagersService::BatchGetManagers(
    const Caller& caller, const v1::BatchGetManagersRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  if (request.ids_size() > kMaxBatch) return ValidationError({{"ids", "too_many", "At most 10000 ids a call"}});
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::BatchGetManagersResponse> {
    v1::BatchGetManagersResponse response;
    for (const ManagerRecord& manager : FindManagers(sql, {request.ids().begin(), request.ids().end()})) {
      *response.add_managers() = ToProto(manager);
    }
    return response;
  });
}

}  // namespace academy::auth
