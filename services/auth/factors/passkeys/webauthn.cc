#include "services/auth/factors/passkeys/webauthn.h"

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr size_t kMaxClientData = 8192;
constexpr size_t kMaxAuthenticatorData = 8192;
// Of authenticator data: the hash of the relying party's id, flags, counter.
constexpr size_t kHashBytes = 32;
constexpr size_t kFlagsAt = kHashBytes;
constexpr size_t kCounterAt = kFlagsAt + 1;
constexpr size_t kHeadBytes = kCounterAt + 4;
// Then, of a registration: the authenticator's model, and the length and bytes of the credential's id.
constexpr size_t kIdLengthAt = kHeadBytes + 16;
constexpr size_t kIdAt = kIdLengthAt + 2;
constexpr uint8_t kUserPresent = 0x01;
constexpr uint8_t kUserVerified = 0x04;
constexpr uint8_t kBackedUp = 0x10;

struct FreeCredential {
  void operator()(fido_cred_t* credential) const { fido_cred_free(&credential); }
};
struct FreeAssertion {
  void operator()(fido_assert_t* assertion) const { fido_assert_free(&assertion); }
};

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

uint8_t FlagsOf(std::string_view authenticator_data) { return static_cast<uint8_t>(authenticator_data[kFlagsAt]); }

int64_t CounterOf(std::string_view authenticator_data) {
  int64_t counter = 0;
  for (size_t at = kCounterAt; at < kHeadBytes; ++at) {
    counter = counter << 8 | static_cast<uint8_t>(authenticator_data[at]);
  }
  return counter;
}

bool IsForVerifiedUserOf(const RelyingParty& party, std::string_view data) {
  if (data.size() < kHeadBytes || data.size() > kMaxAuthenticatorData) return false;
  uint8_t flags = FlagsOf(data);
  return data.substr(0, kHashBytes) == Sha256(party.id) && (flags & kUserPresent) != 0 && (flags & kUserVerified) != 0;
}

// Whether no item of the CBOR (RFC 8949) says that it is longer than what is left. libcbor allocates what an item says.
bool IsBounded(std::string_view cbor) {
  constexpr int kBytes = 2;
  constexpr int kText = 3;
  constexpr int kMap = 5;
  while (!cbor.empty()) {
    auto head = static_cast<uint8_t>(cbor[0]);
    int type = head >> 5;
    int info = head & 0x1f;
    cbor.remove_prefix(1);
    // Those above have no length, or an open one, which authenticators may not write.
    if (info > 27) return false;
    uint64_t length = static_cast<uint64_t>(info);
    if (info >= 24) {
      size_t bytes = size_t{1} << (info - 24);
      if (cbor.size() < bytes) return false;
      length = 0;
      for (char c : cbor.substr(0, bytes)) length = length << 8 | static_cast<uint8_t>(c);
      cbor.remove_prefix(bytes);
    }
    if (type < kBytes || type > kMap) continue;
    if (length > (type == kMap ? cbor.size() / 2 : cbor.size())) return false;
    if (type == kBytes || type == kText) cbor.remove_prefix(length);
  }
  return true;
}

// The CBOR of a registration's authenticator data: the public key and the extensions.
std::string_view CborOf(std::string_view registration) {
  if (registration.size() < kIdAt) return "";
  size_t id_bytes = static_cast<size_t>(static_cast<uint8_t>(registration[kIdLengthAt])) << 8 |
                    static_cast<uint8_t>(registration[kIdLengthAt + 1]);
  return registration.substr(std::min(registration.size(), kIdAt + id_bytes));
}

template <typename PublicKey>
using FreeKey = void (*)(PublicKey**);

// Verifies with a public key of one of libfido2's types.
template <typename PublicKey>
bool VerifyWith(const fido_assert_t* assertion, const StoredCredential& credential, PublicKey* key,
                int (*read)(PublicKey*, const void*, size_t), FreeKey<PublicKey> free) {
  if (key == nullptr) return false;
  bool good = read(key, credential.public_key.data(), credential.public_key.size()) == FIDO_OK &&
              fido_assert_verify(assertion, 0, credential.algorithm, key) == FIDO_OK;
  free(&key);
  return good;
}

bool Verify(const fido_assert_t* assertion, const StoredCredential& credential) {
  switch (credential.algorithm) {
    case COSE_ES256:
      return VerifyWith(assertion, credential, es256_pk_new(), es256_pk_from_ptr, es256_pk_free);
    case COSE_EDDSA:
      return VerifyWith(assertion, credential, eddsa_pk_new(), eddsa_pk_from_ptr, eddsa_pk_free);
    case COSE_RS256:
      return VerifyWith(assertion, credential, rs256_pk_new(), rs256_pk_from_ptr, rs256_pk_free);
    default:
      return false;
  }
}

}  // namespace

std::vector<int> PasskeyAlgorithms() { return {COSE_EDDSA, COSE_ES256, COSE_RS256}; }

std::optional<std::string> ChallengeOf(std::string_view client_data_json, Ceremony ceremony,
                                       const RelyingParty& party) {
  if (client_data_json.size() > kMaxClientData) return std::nullopt;
  nlohmann::json json = nlohmann::json::parse(client_data_json, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  auto text = [&](const char* name) -> std::string {
    auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
  };
  if (text("type") != (ceremony == Ceremony::kRegistration ? "webauthn.create" : "webauthn.get")) return std::nullopt;
  if (text("origin") != party.origin) return std::nullopt;
  // In a frame of another site's page.
  if (auto cross = json.find("crossOrigin"); cross != json.end() && *cross != false) return std::nullopt;
  std::string challenge;
  if (!Base64Decode(text("challenge"), challenge)) return std::nullopt;
  return challenge;
}

std::optional<NewCredential> ReadRegistration(const AuthenticatorAnswer& answer, int algorithm,
                                              const RelyingParty& party) {
  const std::string& data = answer.authenticator_data;
  if (!IsForVerifiedUserOf(party, data) || !IsBounded(CborOf(data))) return std::nullopt;
  std::unique_ptr<fido_cred_t, FreeCredential> read(fido_cred_new());
  bool good = read != nullptr && fido_cred_set_type(read.get(), algorithm) == FIDO_OK &&
              fido_cred_set_authdata_raw(read.get(), Bytes(data), data.size()) == FIDO_OK;
  if (!good || fido_cred_id_len(read.get()) == 0 || fido_cred_pubkey_len(read.get()) == 0) return std::nullopt;
  NewCredential credential;
  credential.id.assign(reinterpret_cast<const char*>(fido_cred_id_ptr(read.get())), fido_cred_id_len(read.get()));
  credential.algorithm = algorithm;
  credential.public_key.assign(reinterpret_cast<const char*>(fido_cred_pubkey_ptr(read.get())),
                               fido_cred_pubkey_len(read.get()));
  credential.sign_count = CounterOf(data);
  credential.synced = (FlagsOf(data) & kBackedUp) != 0;
  return credential;
}

std::optional<UsedCredential> VerifyAssertion(const AuthenticatorAnswer& answer, const std::string& signature,
                                              const StoredCredential& credential, const RelyingParty& party) {
  const std::string& data = answer.authenticator_data;
  if (!IsForVerifiedUserOf(party, data) || signature.empty()) return std::nullopt;
  if (!IsBounded(std::string_view(data).substr(kHeadBytes))) return std::nullopt;
  std::string hash = Sha256(answer.client_data_json);
  std::unique_ptr<fido_assert_t, FreeAssertion> assertion(fido_assert_new());
  fido_assert_t* made = assertion.get();
  bool complete = made != nullptr && fido_assert_set_count(made, 1) == FIDO_OK &&
                  fido_assert_set_rp(made, party.id.c_str()) == FIDO_OK &&
                  fido_assert_set_clientdata_hash(made, Bytes(hash), hash.size()) == FIDO_OK &&
                  fido_assert_set_authdata_raw(made, 0, Bytes(data), data.size()) == FIDO_OK &&
                  fido_assert_set_sig(made, 0, Bytes(signature), signature.size()) == FIDO_OK &&
                  fido_assert_set_up(made, FIDO_OPT_TRUE) == FIDO_OK &&
                  fido_assert_set_uv(made, FIDO_OPT_TRUE) == FIDO_OK;
  if (!complete || !Verify(made, credential)) return std::nullopt;
  int64_t counter = CounterOf(data);
  // A counter that does not rise tells of a copied authenticator.
  bool counts = counter > 0 || credential.sign_count > 0;
  if (counts && counter <= credential.sign_count) return std::nullopt;
  return UsedCredential{.sign_count = counter, .synced = (FlagsOf(data) & kBackedUp) != 0};
}

}  // namespace academy::auth
