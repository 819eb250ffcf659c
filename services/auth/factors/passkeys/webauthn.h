// Checks what browsers answer in WebAuthn ceremonies (https://www.w3.org/TR/webauthn-3/, sections 7.1 and 7.2), with
// libfido2. Whether a challenge is one of ours, and unused, is the caller's to check.
//
// All functions are pure and thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "services/auth/factors/passkeys/relying_party.h"

namespace academy::auth {

// COSE algorithms, the preferred one first.
std::vector<int> PasskeyAlgorithms();

// What the authenticator said, unencoded.
struct AuthenticatorAnswer {
  std::string client_data_json;
  std::string authenticator_data;
};

struct NewCredential {
  std::string id;
  int algorithm = 0;
  // As libfido2 has it.
  std::string public_key;
  // How often the authenticator has signed; 0 of those that do not count.
  int64_t sign_count = 0;
  // Whether copies of it exist on other devices.
  bool synced = false;
};

struct StoredCredential {
  int algorithm = 0;
  std::string public_key;
  int64_t sign_count = 0;
};

struct UsedCredential {
  int64_t sign_count = 0;
  bool synced = false;
};

enum class Ceremony { kRegistration, kLogin };

// Returns the challenge that the answer is for, unencoded; nullopt unless the browser gave it in this ceremony, to a
// page of the relying party itself.
std::optional<std::string> ChallengeOf(std::string_view client_data_json, Ceremony ceremony, const RelyingParty& party);

// Returns the credential that the authenticator made with `algorithm`; nullopt unless it is for the relying party and
// the authenticator verified its user. No attestation is looked at.
std::optional<NewCredential> ReadRegistration(const AuthenticatorAnswer& answer, int algorithm,
                                              const RelyingParty& party);

// Returns nullopt unless the credential signed the answer, for the relying party, after the authenticator verified its
// user, and its counter rose if it counts.
std::optional<UsedCredential> VerifyAssertion(const AuthenticatorAnswer& answer, const std::string& signature,
                                              const StoredCredential& credential, const RelyingParty& party);

}  // namespace academy::auth
