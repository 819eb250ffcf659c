#include "services/platform/crypto/random.h"

#include <openssl/rand.h>

#include <cstdlib>

#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"

namespace academy {

std::string RandomBytes(size_t bytes) {
  std::string raw(bytes, '\0');
  // Secrets cannot be generated without randomness, so aborting is safer than continuing.
  if (RAND_bytes(reinterpret_cast<unsigned char*>(raw.data()), static_cast<int>(bytes)) != 1) std::abort();
  return raw;
}

std::string NewId(UnixMillis now) {
  // Every request gets an id, and the call costs more than the bytes, so each thread draws many bytes at once.
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
      // 250 is the largest multiple of ten in a byte; larger values would favour the low digits.
      if (byte < 250 && code.size() < digits) code.push_back(static_cast<char>('0' + byte % 10));
    }
  }
  return code;
}

}  // namespace academy
