#include "services/auth/factors/passkeys/passkeys.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "services/auth/abuse/attempt_store.h"
#include "services/auth/errors.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr size_t kNonceBytes = 16;
constexpr size_t kTimeBytes = 8;
constexpr size_t kSignedBytes = kNonceBytes + kTimeBytes;
constexpr std::array<std::string_view, 6> kTransports = {"ble", "hybrid", "internal", "nfc", "smart-card", "usb"};

// The two parts of a challenge: a nonce and the time when it expires, and their signature.
std::string Sign(const Key& key, Ceremony ceremony, std::string_view manager_id, std::string_view signed_part) {
  std::string purpose = ceremony == Ceremony::kRegistration ? "passkey-registration:" : "passkey-login:";
  return HmacSha256(key.secret, purpose + std::string(manager_id) + ":" + std::string(signed_part));
}

UnixMillis ExpiryOf(std::string_view signed_part) {
  uint64_t time = 0;
  for (char c : signed_part.substr(kNonceBytes)) time = time << 8 | static_cast<uint8_t>(c);
  return static_cast<UnixMillis>(time);
}

// Those of the browser's list that exist.
std::string TransportsOf(const v1::NewPasskey& answer) {
  std::string transports;
  for (std::string_view known : kTransports) {
    const auto& given = answer.response().transports();
    if (std::find(given.begin(), given.end(), known) == given.end()) continue;
    transports += (transports.empty() ? "" : ",") + std::string(known);
  }
  return transports;
}

// Returns nullopt unless both are base64url.
template <typename Response>
std::optional<AuthenticatorAnswer> Decode(const Response& response) {
  AuthenticatorAnswer answer;
  bool decoded = Base64Decode(response.client_data_json(), answer.client_data_json) &&
                 Base64Decode(response.authenticator_data(), answer.authenticator_data);
  return decoded ? std::optional(answer) : std::nullopt;
}

}  // namespace

std::optional<ManagerRecord> FindPasskeyOwner(soci::session& sql, const v1::PasskeyAssertion& answer) {
  std::optional<PasskeyRecord> passkey = FindPasskey(sql, answer.id());
  return passkey.has_value() ? FindManager(sql, passkey->manager_id) : std::nullopt;
}

absl::StatusOr<RelyingParty> Passkeys::Party() const {
  std::optional<RelyingParty> party = RelyingPartyOf(public_url_());
  if (!party.has_value()) return error::PasskeysUnavailable();
  return *std::move(party);
}

std::string Passkeys::NewChallenge(Ceremony ceremony, std::string_view manager_id) const {
  std::string signed_part = RandomBytes(kNonceBytes);
  auto expiry = static_cast<uint64_t>(clock_.Now() + kLifetime);
  for (size_t byte = kTimeBytes; byte > 0; --byte) signed_part += static_cast<char>(expiry >> (8 * (byte - 1)) & 0xff);
  return signed_part + Sign(keys_.Current(), ceremony, manager_id, signed_part);
}

absl::StatusOr<PasskeyRecord> Passkeys::Add(Transaction& tx, const std::string& manager_id, const v1::NewPasskey& given,
                                            const std::string& name) const {
  ASSIGN_OR_RETURN(RelyingParty party, Party());
  int algorithm = given.response().public_key_algorithm();
  std::vector<int> algorithms = PasskeyAlgorithms();
  if (std::find(algorithms.begin(), algorithms.end(), algorithm) == algorithms.end()) return error::WrongNewPasskey();
  std::optional<AuthenticatorAnswer> answer = Decode(given.response());
  if (!answer.has_value()) return error::WrongNewPasskey();
  auto challenge = ChallengeOf(answer->client_data_json, Ceremony::kRegistration, party);
  if (!challenge.has_value()) return error::WrongNewPasskey();
  std::optional<NewCredential> made = ReadRegistration(*answer, algorithm, party);
  if (!made.has_value() || Base64Url(made->id) != given.id()) return error::WrongNewPasskey();
  if (!Spend(tx, *challenge, Ceremony::kRegistration, manager_id)) return error::WrongNewPasskey();

  if (CountPasskeys(tx.sql(), manager_id) >= kMaxPasskeys) return error::TooManyPasskeys();
  PasskeyRecord passkey;
  passkey.created_at = clock_.Now();
  passkey.id = NewId(passkey.created_at);
  passkey.manager_id = manager_id;
  passkey.credential_id = given.id();
  passkey.party_id = party.id;
  passkey.algorithm = algorithm;
  passkey.public_key = Base64Url(made->public_key);
  passkey.sign_count = made->sign_count;
  passkey.synced = made->synced;
  passkey.transports = TransportsOf(given);
  passkey.name = name;
  if (!InsertPasskey(tx.sql(), passkey)) return error::PasskeyExists();
  return passkey;
}

absl::StatusOr<PasskeyRecord> Passkeys::Use(Transaction& tx, const v1::PasskeyAssertion& given) const {
  ASSIGN_OR_RETURN(RelyingParty party, Party());
  std::optional<AuthenticatorAnswer> answer = Decode(given.response());
  std::string signature;
  if (!answer.has_value() || !Base64Decode(given.response().signature(), signature)) return error::WrongPasskey();
  std::optional<PasskeyRecord> passkey = FindPasskey(tx.sql(), given.id());
  // The academy's domain name may have changed since it was made.
  if (!passkey.has_value() || passkey->party_id != party.id) return error::WrongPasskey();
  auto challenge = ChallengeOf(answer->client_data_json, Ceremony::kLogin, party);
  if (!challenge.has_value()) return error::WrongPasskey();
  StoredCredential credential{.algorithm = passkey->algorithm, .public_key = "", .sign_count = passkey->sign_count};
  Base64Decode(passkey->public_key, credential.public_key);
  std::optional<UsedCredential> used = VerifyAssertion(*answer, signature, credential, party);
  if (!used.has_value() || !Spend(tx, *challenge, Ceremony::kLogin, "")) return error::WrongPasskey();

  passkey->sign_count = used->sign_count;
  passkey->synced = used->synced;
  passkey->last_used_at = clock_.Now();
  RecordPasskeyUse(tx.sql(), passkey->id, passkey->sign_count, passkey->synced, passkey->last_used_at);
  return *std::move(passkey);
}

bool Passkeys::Spend(Transaction& tx, const std::string& challenge, Ceremony ceremony,
                     std::string_view manager_id) const {
  if (challenge.size() <= kSignedBytes) return false;
  std::string_view signed_part = std::string_view(challenge).substr(0, kSignedBytes);
  std::string_view signature = std::string_view(challenge).substr(kSignedBytes);
  std::vector<Key> keys = keys_.Accepted();
  bool ours = std::any_of(keys.begin(), keys.end(), [&](const Key& key) {
    return ConstantTimeEquals(signature, Sign(key, ceremony, manager_id, signed_part));
  });
  if (!ours) return false;
  UnixMillis expires_at = ExpiryOf(signed_part);
  return clock_.Now() < expires_at && SpendChallenge(tx.sql(), "passkey:" + Base64Url(signed_part), expires_at);
}

}  // namespace academy::auth
