#include "services/auth/factors/recovery_codes.h"

#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

// Crockford's base 32: neither I, L, O nor U.
constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr size_t kCharacters = 24;
constexpr size_t kGroup = 4;

std::string NewCode() {
  std::string code;
  // The alphabet has 32 characters, so that each is equally likely.
  for (unsigned char byte : RandomBytes(kCharacters)) {
    if (code.size() % (kGroup + 1) == kGroup) code += '-';
    code += kAlphabet[byte % kAlphabet.size()];
  }
  return code;
}

char Normal(char c) {
  if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (c == 'O') return '0';
  return c == 'I' || c == 'L' ? '1' : c;
}

}  // namespace

std::vector<std::string> NewRecoveryCodes() {
  std::vector<std::string> codes;
  for (int i = 0; i < kRecoveryCodeCount; ++i) codes.push_back(NewCode());
  return codes;
}

std::string HashRecoveryCode(std::string_view typed) {
  std::string normal;
  for (char c : typed) {
    if (c != '-' && c != ' ') normal += Normal(c);
  }
  return Base64Url(Sha256("recovery code:" + normal));
}

}  // namespace academy::auth
