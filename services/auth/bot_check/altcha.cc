#include "services/auth/bot_check/altcha.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"

namespace academy::auth {
namespace {

constexpr std::string_view kAlgorithm = "SHA-256";
// On average half of the numbers are tried: well under a second on a phone.
constexpr int64_t kMaxNumber = 50'000;
constexpr absl::Duration kLifetime = absl::Minutes(10);
constexpr size_t kMaxPayload = 4096;
constexpr std::string_view kExpires = "?expires=";

int64_t SecretNumber() {
  uint64_t number = 0;
  for (unsigned char byte : RandomBytes(sizeof(number))) number = number << 8 | byte;
  return static_cast<int64_t>(number % (kMaxNumber + 1));
}

std::string Sign(const Key& key, std::string_view challenge) { return Hex(HmacSha256(key.secret, challenge)); }

// Returns the challenge's expiry from its salt `<random>?expires=<seconds>&`; nullopt if the salt is not ours. The
// closing `&` keeps a digit of the number from being read as part of the time.
std::optional<UnixMillis> ExpiryOf(std::string_view salt) {
  size_t at = salt.find(kExpires);
  if (at == salt.npos || !salt.ends_with('&')) return std::nullopt;
  std::string_view digits = salt.substr(at + kExpires.size());
  digits.remove_suffix(1);
  int64_t seconds = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  bool whole = error == std::errc() && end == digits.data() + digits.size();
  if (!whole || seconds < 0 || seconds > 1'000'000'000'000) return std::nullopt;
  return seconds * 1000;
}

}  // namespace

AltchaChallenge Altcha::Make() const {
  int64_t expires = (clock_.Now() + kLifetime) / 1000;
  std::string salt = Hex(RandomBytes(12)) + std::string(kExpires) + std::to_string(expires) + "&";
  std::string challenge = Hex(Sha256(salt + std::to_string(SecretNumber())));
  return {.algorithm = std::string(kAlgorithm),
          .challenge = challenge,
          .max_number = kMaxNumber,
          .salt = salt,
          .signature = Sign(keys_.Current(), challenge)};
}

std::optional<AltchaSolution> Altcha::Verify(std::string_view payload) const {
  std::string text;
  if (payload.empty() || payload.size() > kMaxPayload || !Base64Decode(payload, text)) return std::nullopt;
  nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  auto field = [&](const char* name) -> std::string {
    auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
  };
  auto number = json.find("number");
  if (number == json.end() || !number->is_number_integer()) return std::nullopt;

  std::string challenge = field("challenge");
  std::string salt = field("salt");
  std::optional<UnixMillis> expires_at = ExpiryOf(salt);
  if (field("algorithm") != kAlgorithm || !expires_at.has_value() || *expires_at <= clock_.Now()) return std::nullopt;
  if (!IsSigned(challenge, field("signature"))) return std::nullopt;
  if (Hex(Sha256(salt + std::to_string(number->get<int64_t>()))) != challenge) return std::nullopt;
  return AltchaSolution{.challenge = challenge, .expires_at = *expires_at};
}

bool Altcha::IsSigned(std::string_view challenge, std::string_view signature) const {
  std::vector<Key> keys = keys_.Accepted();
  return std::any_of(keys.begin(), keys.end(),
                     [&](const Key& key) { return ConstantTimeEquals(signature, Sign(key, challenge)); });
}

}  // namespace academy::auth
