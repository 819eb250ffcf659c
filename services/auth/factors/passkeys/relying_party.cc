#include "services/auth/factors/passkeys/relying_party.h"

#include <algorithm>

namespace academy::auth {
namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::string_view kHttp = "http://";
constexpr std::string_view kLocalhost = "localhost";

std::string Lowercase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

bool IsLoopback(std::string_view host) {
  return host == kLocalhost || host == "[::1]" || host.starts_with("127.") || host.ends_with(".localhost");
}

// A name's last label has a letter; an IPv4 address has none, an IPv6 address is in brackets.
bool IsName(std::string_view host) {
  size_t dot = host.rfind('.');
  std::string_view last = dot == host.npos ? host : host.substr(dot + 1);
  bool letters = std::any_of(last.begin(), last.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return letters && std::all_of(host.begin(), host.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
         });
}

}  // namespace

std::optional<RelyingParty> RelyingPartyOf(std::string_view public_url) {
  std::string url = Lowercase(public_url.substr(0, public_url.find('/', kHttps.size())));
  bool secure = url.starts_with(kHttps);
  std::string_view scheme = secure ? kHttps : kHttp;
  if (!url.starts_with(scheme)) return std::nullopt;
  std::string_view authority = std::string_view(url).substr(scheme.size());
  size_t colon = authority.rfind(':');
  bool has_port = colon != authority.npos && authority.find(']', colon) == authority.npos;
  std::string_view host = authority.substr(0, has_port ? colon : authority.npos);
  std::string port(has_port ? authority.substr(colon) : "");
  if (port == (secure ? ":443" : ":80")) port.clear();
  if (IsLoopback(host)) {
    if (!IsName(host)) host = kLocalhost;
  } else if (!secure || !IsName(host)) {
    return std::nullopt;
  }
  return RelyingParty{.id = std::string(host), .origin = std::string(scheme) + std::string(host) + port};
}

}  // namespace academy::auth
