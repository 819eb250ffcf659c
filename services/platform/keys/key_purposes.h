// What the academy's keys are for: one key ring for each purpose. docs/keys.md explains them.
#pragma once

#include <string_view>
#include <vector>

#include "absl/time/time.h"

namespace academy {

enum class KeyUse {
  // Proves to one service which process calls it.
  kCall,
  // Signs what is checked while it is valid, and then never again.
  kSign,
  // Signs what is checked for ever.
  kSeal,
  // Encrypts what is stored.
  kEncrypt,
};

struct KeyPurpose {
  // Name of the file in `keys/`, and in `./academy keys rotate NAME`.
  std::string_view name;
  KeyUse use;
  std::string_view text;
  // How long a replaced key is still accepted: at least as long as what it signed is valid.
  absl::Duration accepted = absl::InfiniteDuration();
  // With this label the key of an academy without a key ring was derived from `run/credential`. Empty: that academy had
  // no such key, or nothing that it made must be readable.
  std::string_view credential_label = {};
};

const std::vector<KeyPurpose>& KeyPurposes();

// Null for an unknown name.
const KeyPurpose* FindKeyPurpose(std::string_view name);

namespace key {

inline constexpr std::string_view kTools = "tools";
inline constexpr std::string_view kMedia = "media";
inline constexpr std::string_view kBotCheck = "bot-check";
inline constexpr std::string_view kAuditSeal = "audit-seal";
inline constexpr std::string_view kBank = "bank";
inline constexpr std::string_view kSecondFactor = "second-factor";

}  // namespace key
}  // namespace academy
