#include "services/auth/passwords/password_rules.h"

#include <string_view>

#include "services/auth/accounts/text.h"

namespace academy::auth {
namespace {

// Generated from common_passwords.txt, which names its source.
constexpr std::string_view kCommon[] = {
#include "services/auth/passwords/common_passwords.inc"
};
static_assert(std::size(kCommon) == 3000);

}  // namespace

PasswordRules::PasswordRules(size_t minimum) : minimum_(minimum) {
  if (minimum_ == kMinMinimum) return;
  common_.reserve(std::size(kCommon));
  for (std::string_view password : kCommon) common_.insert(FoldCase(password));
}

bool PasswordRules::IsTooCommon(std::string_view password) const { return common_.contains(FoldCase(password)); }

}  // namespace academy::auth
