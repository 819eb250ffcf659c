#include "services/auth/unlock/unlock_service.h"

#include <optional>
#include <string>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/errors.h"
#include "services/auth/sessions/session_manager.h"
#include "services/auth/unlock/unlock_store.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

constexpr char kUnlocked[] = "You can sign in now";

// Opens the link of a person of `kind` and returns the token of the caller's device; `find` looks the person up by id.
template <typename Find>
absl::StatusOr<std::string> OpenLink(const Deps& deps, const Caller& caller, const std::string& token, PersonKind kind,
                                     Find find) {
  Validator validator;
  validator.Opaque("token", token);
  RETURN_IF_ERROR(validator.status());

  std::string device_token;
  RETURN_IF_ERROR(deps.database.Write([&](Transaction& tx) -> absl::Status {
    UnixMillis now = deps.clock.Now();
    std::optional<UnlockLink> link = FindUnlockLink(tx.sql(), HashToken(token));
    if (!link.has_value() || link->used_at != 0 || link->expires_at <= now) return absl::OkStatus();
    auto person = find(tx.sql(), link->person_id);
    // Also refuses the other kind's links, and those mailed to an address that the person no longer has.
    if (!person.has_value() || AccountSubject(kind, person->email_key) != link->account) return absl::OkStatus();
    MarkUnlockLinkUsed(tx.sql(), link->account, now);
    device_token = deps.guard.LetIn(tx, caller, kind, person->email_key);
    deps.audit.RecordOwn(tx, caller, *person, "unlocked");
    return absl::OkStatus();
  }));
  if (device_token.empty()) return deps.guard.RefuseLink(caller, error::InvalidUnlockLink());
  return device_token;
}

}  // namespace

absl::StatusOr<WithDevice<v1::UnlockLearnerResponse>> UnlockService::UnlockLearner(
    const Caller& caller, const v1::UnlockLearnerRequest& request) {
  ASSIGN_OR_RETURN(std::string device_token,
                   OpenLink(deps_, caller, request.token(), PersonKind::kLearner, FindLearner));
  WithDevice<v1::UnlockLearnerResponse> result{.response = {}, .device_token = device_token};
  result.response.set_message(kUnlocked);
  return result;
}

absl::StatusOr<WithDevice<v1::UnlockManagerResponse>> UnlockService::UnlockManager(
    const Caller& caller, const v1::UnlockManagerRequest& request) {
  ASSIGN_OR_RETURN(std::string device_token,
                   OpenLink(deps_, caller, request.token(), PersonKind::kManager, FindManager));
  WithDevice<v1::UnlockManagerResponse> result{.response = {}, .device_token = device_token};
  result.response.set_message(kUnlocked);
  return result;
}

}  // namespace academy::auth
