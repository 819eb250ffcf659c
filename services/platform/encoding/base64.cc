#include "services/platform/encoding/base64.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace academy {
namespace {

constexpr char kUrlAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Three bytes at a time, because thousands of events are encoded while others wait.
std::string EncodeBase64(std::string_view raw, const char* alphabet, bool padding) {
  const size_t rest = raw.size() % 3;
  const size_t digits = raw.size() / 3 * 4 + (rest == 0 ? 0 : rest + 1);
  std::string text(padding ? (digits + 3) / 4 * 4 : digits, '=');
  const auto* in = reinterpret_cast<const unsigned char*>(raw.data());
  const unsigned char* const whole = in + (raw.size() - rest);
  char* out = text.data();
  for (; in != whole; in += 3, out += 4) {
    const uint32_t bits = uint32_t{in[0]} << 16 | uint32_t{in[1]} << 8 | in[2];
    out[0] = alphabet[bits >> 18];
    out[1] = alphabet[bits >> 12 & 63];
    out[2] = alphabet[bits >> 6 & 63];
    out[3] = alphabet[bits & 63];
  }
  if (rest == 0) return text;
  const uint32_t bits = uint32_t{in[0]} << 16 | (rest == 2 ? uint32_t{in[1]} << 8 : 0);
  out[0] = alphabet[bits >> 18];
  out[1] = alphabet[bits >> 12 & 63];
  if (rest == 2) out[2] = alphabet[bits >> 6 & 63];
  return text;
}

// The value of each character in either alphabet, -1 for all others.
constexpr std::array<int8_t, 256> kValues = [] {
  std::array<int8_t, 256> values{};
  values.fill(-1);
  for (const char* alphabet : {kUrlAlphabet, kAlphabet}) {
    for (int i = 0; i < 64; ++i) values[static_cast<unsigned char>(alphabet[i])] = static_cast<int8_t>(i);
  }
  return values;
}();

int Base64Value(char c) { return kValues[static_cast<unsigned char>(c)]; }

}  // namespace

std::string Base64Url(std::string_view raw) { return EncodeBase64(raw, kUrlAlphabet, false); }
std::string Base64(std::string_view raw) { return EncodeBase64(raw, kAlphabet, true); }

bool IsBase64Url(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c != '+' && c != '/' && Base64Value(c) >= 0; });
}

bool Base64Decode(std::string_view text, std::string& raw) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  raw.clear();
  raw.reserve(text.size() / 4 * 3 + 2);
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

}  // namespace academy
