// The keys that auth uses.
//
// Thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/credential.h"

namespace academy::auth {

struct AuthKeys {
  // Errors of KeyFolder::Ring.
  static absl::StatusOr<AuthKeys> Open(const KeyFolder& folder, const CallerCheck& callers);
  // Keys made of `secret` that never change; callers prove themselves with it. For tests.
  static AuthKeys Fixed(const std::string& secret);

  // Who may call.
  CallerCheck callers;
  KeyRing bot_check;
  KeyRing audit_seal;
  KeyRing bank;
  KeyRing second_factor;
  // KeyFolder::Names.
  std::function<absl::StatusOr<std::vector<KeyName>>()> names;
  // KeyFolder::RemoveUnused.
  std::function<absl::Status(std::string_view purpose, const std::vector<std::string>& used)> remove_unused;
};

}  // namespace academy::auth
