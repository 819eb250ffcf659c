#include "services/platform/crypto/random.h"

#include <openssl/rand.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

constexpr uint64_t kMaxCount = 0xfff;

// The milliseconds and the 12 bits after them of the next id: a counter within the millisecond (RFC 9562, section 6.2,
// method 1), so that what happens in one millisecond is listed in its order. The last count is used again when there
// are more ids.
uint64_t NextStamp(UnixMillis now) {
  static std::atomic<uint64_t> newest = 0;
  auto millis = static_cast<uint64_t>(now);
  uint64_t last = newest.load(std::memory_order_relaxed);
  uint64_t next = 0;
  do {
    bool again = last >> 12 == millis;
    next = !again ? millis << 12 : (last & kMaxCount) == kMaxCount ? last : last + 1;
  } while (!newest.compare_exchange_weak(last, next, std::memory_order_relaxed));
  return next;
}

}  // namespace

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
  if (drawn.size() < 8) drawn = RandomBytes(kDrawn);
  uint64_t stamp = NextStamp(now);
  std::string raw(8, '\0');
  raw.append(drawn, drawn.size() - 8);
  drawn.resize(drawn.size() - 8);
  for (int i = 0; i < 6; ++i) raw[i] = static_cast<char>(stamp >> (52 - 8 * i));
  raw[6] = static_cast<char>(0x70 | (stamp >> 8 & 0x0f));
  raw[7] = static_cast<char>(stamp);
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
