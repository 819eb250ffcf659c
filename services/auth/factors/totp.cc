#include "services/auth/factors/totp.h"

#include <liboath/oath.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

constexpr size_t kSecretBytes = 20;
constexpr unsigned kDigits = 6;
constexpr int64_t kStepSeconds = OATH_TOTP_DEFAULT_TIME_STEP_SIZE;
constexpr int64_t kDrift = 1;

// liboath asks to be initialised once, before any other call.
bool InitLibrary() {
  static const bool initialised = oath_init() == OATH_OK;
  return initialised;
}

std::string CodeOf(std::string_view secret, int64_t step) {
  std::array<char, kDigits + 1> code{};
  int result = oath_totp_generate(secret.data(), secret.size(), static_cast<time_t>(step * kStepSeconds), kStepSeconds,
                                  OATH_TOTP_DEFAULT_START_TIME, kDigits, code.data());
  return result == OATH_OK ? std::string(code.data(), kDigits) : "";
}

// Encodes all but the unreserved characters of RFC 3986.
std::string EncodeUri(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  for (unsigned char c : text) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
                 c == '_' || c == '~';
    if (plain) {
      encoded += static_cast<char>(c);
    } else {
      encoded += {'%', kHex[c >> 4], kHex[c & 15]};
    }
  }
  return encoded;
}

}  // namespace

std::string NewTotpSecret() { return RandomBytes(kSecretBytes); }

std::string TotpBase32(std::string_view secret) {
  char* text = nullptr;
  size_t length = 0;
  if (!InitLibrary() || oath_base32_encode(secret.data(), secret.size(), &text, &length) != OATH_OK) std::abort();
  std::string base32(text, length);
  std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): liboath allocates with malloc
  base32.erase(std::find(base32.begin(), base32.end(), '='), base32.end());
  return base32;
}

std::string TotpUri(std::string_view secret, std::string_view issuer, std::string_view account) {
  return "otpauth://totp/" + EncodeUri(issuer) + ":" + EncodeUri(account) + "?secret=" + TotpBase32(secret) +
         "&issuer=" + EncodeUri(issuer) + "&algorithm=SHA1&digits=" + std::to_string(kDigits) +
         "&period=" + std::to_string(kStepSeconds);
}

std::optional<int64_t> MatchTotp(std::string_view secret, std::string_view code, UnixMillis now) {
  if (!InitLibrary() || !IsTotpCode(code)) return std::nullopt;
  const int64_t current = now / 1000 / kStepSeconds;
  std::optional<int64_t> match;
  // All are compared, so that the time tells nothing. The latest wins, which uses up the others too.
  for (int64_t step = std::max<int64_t>(current - kDrift, 0); step <= current + kDrift; ++step) {
    if (ConstantTimeEquals(CodeOf(secret, step), code)) match = step;
  }
  return match;
}

bool IsTotpCode(std::string_view code) {
  return code.size() == kDigits && std::all_of(code.begin(), code.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace academy::auth
