#include "services/platform/crypto/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include <cstdlib>

namespace academy {

std::string Sha256(std::string_view data) {
  // OpenSSL 3 looks an algorithm up by name at each use unless it is fetched beforehand. The lookup costs more than a
  // short hash.
  static const EVP_MD* const kSha256 = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  if (EVP_Digest(data.data(), data.size(), reinterpret_cast<unsigned char*>(digest.data()), nullptr, kSha256,
                 nullptr) != 1) {
    std::abort();
  }
  return digest;
}

std::string HmacSha256(std::string_view key, std::string_view data) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  unsigned int length = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(data.data()),
       data.size(), reinterpret_cast<unsigned char*>(digest.data()), &length);
  return digest;
}

bool ConstantTimeEquals(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace academy
