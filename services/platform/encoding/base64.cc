#include "services/platform/encoding/base64.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

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

std::string Base64Url(std::string_view raw) { return EncodeBase64(raw, kUrlAlphabet, false); }
std::string Base64(std::string_view raw) { return EncodeBase64(raw, kAlphabet, true); }

bool IsBase64Url(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c != '+' && c != '/' && Base64Value(c) >= 0; });
}

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

}  // namespace academy
