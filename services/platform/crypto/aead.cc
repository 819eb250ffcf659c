#include "services/platform/crypto/aead.h"

#include <openssl/evp.h>

#include <cstdlib>
#include <memory>

#include "services/platform/crypto/random.h"

namespace academy {
namespace {

constexpr size_t kNonce = 12;
constexpr size_t kTag = 16;

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

// Data cannot be protected without the cipher, so aborting is safer than continuing.
void Must(int result) {
  if (result != 1) std::abort();
}

Cipher MakeCipher(std::string_view key, std::string_view nonce, std::string_view associated, bool encrypt) {
  if (key.size() != kAeadKey) std::abort();
  Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int length = 0;
  Must(EVP_CipherInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, Bytes(key), Bytes(nonce), encrypt ? 1 : 0));
  Must(EVP_CipherUpdate(cipher.get(), nullptr, &length, Bytes(associated), static_cast<int>(associated.size())));
  return cipher;
}

}  // namespace

std::string AeadEncrypt(std::string_view key, std::string_view text, std::string_view associated) {
  std::string sealed = RandomBytes(kNonce);
  Cipher cipher = MakeCipher(key, sealed, associated, /*encrypt=*/true);
  std::string body(text.size(), '\0');
  std::string tag(kTag, '\0');
  int length = 0;
  Must(EVP_CipherUpdate(cipher.get(), Bytes(body), &length, Bytes(text), static_cast<int>(text.size())));
  Must(EVP_CipherFinal_ex(cipher.get(), Bytes(tag), &length));
  Must(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTag, tag.data()));
  return sealed + body + tag;
}

std::optional<std::string> AeadDecrypt(std::string_view key, std::string_view sealed, std::string_view associated) {
  if (sealed.size() < kNonce + kTag) return std::nullopt;
  Cipher cipher = MakeCipher(key, sealed.substr(0, kNonce), associated, /*encrypt=*/false);
  std::string_view body = sealed.substr(kNonce, sealed.size() - kNonce - kTag);
  std::string tag(sealed.substr(sealed.size() - kTag));
  std::string text(body.size(), '\0');
  std::string rest(kTag, '\0');
  int length = 0;
  Must(EVP_CipherUpdate(cipher.get(), Bytes(text), &length, Bytes(body), static_cast<int>(body.size())));
  Must(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTag, tag.data()));
  if (EVP_CipherFinal_ex(cipher.get(), Bytes(rest), &length) != 1) return std::nullopt;
  return text;
}

}  // namespace academy
