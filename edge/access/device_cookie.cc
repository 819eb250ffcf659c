#include "edge/access/device_cookie.h"

#include <algorithm>

#include "services/platform/encoding/base64.h"

namespace academy::edge {
namespace {

constexpr std::string_view kName = "academy-device";
constexpr std::string_view kSecureName = "__Host-academy-device";
// 256 bits in base64url.
constexpr size_t kTokenLength = 43;
constexpr int kDays = 90;

std::string_view NameFor(bool secure) { return secure ? kSecureName : kName; }

bool IsToken(std::string_view text) { return text.size() == kTokenLength && IsBase64Url(text); }

}  // namespace

std::string DeviceTokenOf(const http::Request& request) {
  std::string_view rest = request.Field("cookie");
  std::string_view name = NameFor(request.secure);
  while (!rest.empty()) {
    std::string_view pair = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    pair.remove_prefix(std::min(pair.find_first_not_of(' '), pair.size()));
    if (pair.size() <= name.size() || !pair.starts_with(name) || pair[name.size()] != '=') continue;
    std::string_view value = pair.substr(name.size() + 1);
    return IsToken(value) ? std::string(value) : "";
  }
  return "";
}

std::string DeviceCookie(std::string_view token, bool secure) {
  std::string cookie(NameFor(secure));
  cookie.append("=").append(token).append("; Path=/; Max-Age=").append(std::to_string(kDays * 24 * 60 * 60));
  cookie.append("; HttpOnly; SameSite=Strict");
  if (secure) cookie.append("; Secure");
  return cookie;
}

}  // namespace academy::edge
