// Adds managers' passkeys and accepts them: challenges, the relying party, and the stored credentials.
//
// Thread-safe. Methods with a transaction run in their caller's and may throw as SOCI does.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "academy/auth/v1/passkeys.pb.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/factors/passkeys/passkey_store.h"
#include "services/auth/factors/passkeys/relying_party.h"
#include "services/auth/factors/passkeys/webauthn.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

// Returns the manager whose passkey the answer names, whether or not it is right. May throw as SOCI does.
std::optional<ManagerRecord> FindPasskeyOwner(soci::session& sql, const v1::PasskeyAssertion& answer);

class Passkeys {
 public:
  // The most of one manager.
  static constexpr int64_t kMaxPasskeys = 20;
  // How long a challenge is valid.
  static constexpr absl::Duration kLifetime = absl::Minutes(5);

  // `keys` sign challenges. `public_url` returns the academy's public URL; called on any thread. `clock` must outlive
  // the object.
  Passkeys(KeyRing keys, const Clock& clock, std::function<std::string()> public_url)
      : keys_(std::move(keys)), clock_(clock), public_url_(std::move(public_url)) {}

  // FAILED_PRECONDITION passkeys_unavailable if browsers allow none at the academy's address.
  absl::StatusOr<RelyingParty> Party() const;

  // Returns a challenge, unencoded. `manager_id` is of whom a registration is for, empty for a sign-in. Nothing is
  // stored, so strangers may ask for as many as they like.
  std::string NewChallenge(Ceremony ceremony, std::string_view manager_id = "") const;

  // Stores the passkey that the manager's browser made. INVALID_ARGUMENT wrong_passkey, ALREADY_EXISTS passkey_exists,
  // FAILED_PRECONDITION too_many_passkeys, errors of Party.
  absl::StatusOr<PasskeyRecord> Add(Transaction& tx, const std::string& manager_id, const v1::NewPasskey& answer,
                                    const std::string& name) const;

  // Checks the answer and uses its challenge up, so that it is good once. Returns the passkey, whose use is recorded.
  // UNAUTHENTICATED wrong_passkey, which changes nothing; errors of Party.
  absl::StatusOr<PasskeyRecord> Use(Transaction& tx, const v1::PasskeyAssertion& answer) const;

 private:
  // Whether a challenge is one that NewChallenge returned for this purpose within kLifetime. The first call uses it up.
  bool Spend(Transaction& tx, const std::string& challenge, Ceremony ceremony, std::string_view manager_id) const;

  const KeyRing keys_;
  const Clock& clock_;
  const std::function<std::string()> public_url_;
};

}  // namespace academy::auth
