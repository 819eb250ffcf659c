#include "services/platform/keys/key_purposes.h"

namespace academy {
namespace {

// Calls carry the proof that is current when they begin; a call lives for minutes at most, a stream is checked once.
constexpr absl::Duration kCallsAccepted = absl::Minutes(5);
// Longer than the 12 hours of an address in services/enrollment/watching and the 8 hours of a preview.
constexpr absl::Duration kMediaAccepted = absl::Hours(13);
// Longer than the 10 minutes of a challenge.
constexpr absl::Duration kBotCheckAccepted = absl::Minutes(15);

}  // namespace

const std::vector<KeyPurpose>& KeyPurposes() {
  static const std::vector<KeyPurpose> purposes = {
      {"edge-auth", KeyUse::kCall, "the edge's calls to auth", kCallsAccepted, "academy call edge-auth"},
      {"edge-catalog", KeyUse::kCall, "the edge's calls to catalog", kCallsAccepted, "academy call edge-catalog"},
      {"edge-enrollment", KeyUse::kCall, "the edge's calls to enrollment", kCallsAccepted,
       "academy call edge-enrollment"},
      {"edge-presence", KeyUse::kCall, "the edge's calls to presence", kCallsAccepted, "academy call edge-presence"},
      {"catalog-auth", KeyUse::kCall, "catalog's calls to auth", kCallsAccepted, "academy call catalog-auth"},
      {"enrollment-auth", KeyUse::kCall, "enrollment's calls to auth", kCallsAccepted, "academy call enrollment-auth"},
      {"enrollment-catalog", KeyUse::kCall, "enrollment's calls to catalog", kCallsAccepted,
       "academy call enrollment-catalog"},
      {"presence-auth", KeyUse::kCall, "presence's calls to auth", kCallsAccepted, "academy call presence-auth"},
      {key::kTools, KeyUse::kCall, "calls of the owner's own programs", kCallsAccepted, "academy call tools"},
      {key::kMedia, KeyUse::kSign, "addresses of videos", kMediaAccepted, "academy media token v1"},
      {key::kBotCheck, KeyUse::kSign, "challenges of the bot check", kBotCheckAccepted, "altcha"},
      {key::kAuditSeal, KeyUse::kSeal, "the end of the audit trail", absl::InfiniteDuration(), "academy-audit-seal-1"},
      {key::kBank, KeyUse::kEncrypt, "learners' bank details"},
      {key::kSecondFactor, KeyUse::kEncrypt, "secrets of the second factor"},
  };
  return purposes;
}

const KeyPurpose* FindKeyPurpose(std::string_view name) {
  for (const KeyPurpose& purpose : KeyPurposes()) {
    if (purpose.name == name) return &purpose;
  }
  return nullptr;
}

}  // namespace academy
