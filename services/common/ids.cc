#include "services/common/ids.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <array>
#include <cstdint>
#include <cstdlib>

namespace academy {
namespace {

constexpr char kUrlAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string EncodeBase64(std::string_view raw, const char* alphabet, bool padding) {
  std::string text;
  text.reserve((raw.size() + 2) / 3 * 4);
  uint32_t bits = 0;
  int count = 0;
  for (unsigned char byte : raw) {
    bits = bits << 8 | byte;
    count += 8;
    while (count >= 6) {
      count -= 6;
      text.push_back(alphabet[bits >> count & 63]);
    }
  }
  if (count > 0) text.push_back(alphabet[bits << (6 - count) & 63]);
  while (padding && text.size() % 4 != 0) text.push_back('=');
  return text;
}

int Base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '-' || c == '+') return 62;
  if (c == '_' || c == '/') return 63;
  return -1;
}

}  // namespace

std::string RandomBytes(size_t bytes) {
  std::string raw(bytes, '\0');
  // Without randomness no secret can be made; going on would be worse than stopping.
  if (RAND_bytes(reinterpret_cast<unsigned char*>(raw.data()), static_cast<int>(bytes)) != 1) std::abort();
  return raw;
}

std::string NewId(UnixMillis now) {
  // Every request gets an id, and drawing costs more than the bytes: so many are drawn at once, by each thread.
  constexpr size_t kDrawn = 640;
  thread_local std::string drawn;
  if (drawn.size() < 10) drawn = RandomBytes(kDrawn);
  std::string raw(6, '\0');
  raw.append(drawn, drawn.size() - 10);
  drawn.resize(drawn.size() - 10);
  for (int i = 0; i < 6; ++i) raw[i] = static_cast<char>(now >> (40 - 8 * i));
  raw[6] = static_cast<char>((raw[6] & 0x0f) | 0x70);
  raw[8] = static_cast<char>((raw[8] & 0x3f) | 0x80);
  std::string hex = Hex(raw);
  for (size_t dash : {8, 13, 18, 23}) hex.insert(dash, 1, '-');
  return hex;
}

std::string NewToken(size_t bits) { return Base64Url(RandomBytes(bits / 8)); }

std::string NewNumericCode(size_t digits) {
  std::string code;
  while (code.size() < digits) {
    for (unsigned char byte : RandomBytes(digits)) {
      // 250 is the greatest multiple of ten that a byte holds: larger ones would favour the low digits.
      if (byte < 250 && code.size() < digits) code.push_back(static_cast<char>('0' + byte % 10));
    }
  }
  return code;
}

std::string Sha256(std::string_view data) {
  // OpenSSL 3 looks an algorithm up by its name each time unless it is fetched before: that costs more than a short
  // hash.
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

std::string Hex(std::string_view raw) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(raw.size() * 2);
  for (unsigned char byte : raw) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::string Base64Url(std::string_view raw) { return EncodeBase64(raw, kUrlAlphabet, false); }
std::string Base64(std::string_view raw) { return EncodeBase64(raw, kAlphabet, true); }

bool Base64Decode(std::string_view text, std::string& raw) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  raw.clear();
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    int value = Base64Value(c);
    if (value < 0) return false;
    bits = bits << 6 | static_cast<uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      raw.push_back(static_cast<char>(bits >> count & 255));
    }
  }
  return text.size() % 4 != 1;
}

bool ConstantTimeEquals(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace academy
