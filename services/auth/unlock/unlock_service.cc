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

// Opens the link of a person of `kind`; `find` looks the person up by id.
template <typename Find>
absl::Status OpenLink(const Deps& deps, const Caller& caller, const std::string& token, PersonKind kind, Find find) {
  Validator validator;
  validator.Opaque("token", token);
  RETURN_IF_ERROR(validator.status());

  bool opened = false;
  RETURN_IF_ERROR(deps.database.Write([&](Transaction& tx) -> absl::Status {
    UnixMillis now = deps.clock.Now();
    std::optional<UnlockLink> link = FindUnlockLink(tx.sql(), HashToken(token));
    if (!link.has_value() || link->used_at != 0 || link->expires_at <= now) return absl::OkStatus();
    auto person = find(tx.sql(), link->person_id);
    // Also refuses the other kind's links, and those mailed to an address that the person no longer has.
    if (!person.has_value() || AccountSubject(kind, person->email_key) != link->account) return absl::OkStatus();
    MarkUnlockLinkUsed(tx.sql(), link->account, now);
    deps.guard.LetIn(tx, caller, kind, person->email_key);
    deps.audit.RecordOwn(tx, caller, *person, "unlocked");
    opened = true;
    return absl::OkStatus();
  }));
  return opened ? absl::OkStatus() : deps.guard.RefuseLink(caller, error::InvalidUnlockLink());
}

}  // namespace

absl::StatusOr<v1::UnlockLearnerResponse> UnlockService::UnlockLearner(const Caller& caller,
                                                                       const v1::UnlockLearnerRequest& request) {
  RETURN_IF_ERROR(OpenLink(deps_, caller, request.token(), PersonKind::kLearner, FindLearner));
  v1::UnlockLearnerResponse response;
  response.set_message(kUnlocked);
  return response;
}

absl::StatusOr<v1::UnlockManagerResponse> UnlockService::UnlockManager(const Caller& caller,
                                                                       const v1::UnlockManagerRequest& request) {
  RETURN_IF_ERROR(OpenLink(deps_, caller, request.token(), PersonKind::kManager, FindManager));
  v1::UnlockManagerResponse response;
  response.set_message(kUnlocked);
  return response;
}

}  // namespace academy::auth
