#include "services/auth/keys/auth_keys.h"

#include <utility>

#include "services/platform/base/status.h"

namespace academy::auth {

absl::StatusOr<AuthKeys> AuthKeys::Open(const KeyFolder& folder, const CallerCheck& callers) {
  ASSIGN_OR_RETURN(KeyRing bot_check, folder.Ring(key::kBotCheck));
  ASSIGN_OR_RETURN(KeyRing audit_seal, folder.Ring(key::kAuditSeal));
  ASSIGN_OR_RETURN(KeyRing bank, folder.Ring(key::kBank));
  ASSIGN_OR_RETURN(KeyRing second_factor, folder.Ring(key::kSecondFactor));
  auto remove_unused = [folder](std::string_view purpose, const std::vector<std::string>& used) {
    return folder.RemoveUnused(purpose, used);
  };
  auto names = [folder] { return folder.Names(); };
  return AuthKeys{.callers = callers,
                  .bot_check = std::move(bot_check),
                  .audit_seal = std::move(audit_seal),
                  .bank = std::move(bank),
                  .second_factor = std::move(second_factor),
                  .names = std::move(names),
                  .remove_unused = std::move(remove_unused)};
}

AuthKeys AuthKeys::Fixed(const std::string& secret) {
  KeyRing ring = KeyRing::Fixed(secret);
  auto names = [] { return std::vector<KeyName>(); };
  auto keep = [](std::string_view, const std::vector<std::string>&) { return absl::OkStatus(); };
  return {.callers = secret,
          .bot_check = ring,
          .audit_seal = ring,
          .bank = ring,
          .second_factor = ring,
          .names = names,
          .remove_unused = keep};
}

}  // namespace academy::auth
