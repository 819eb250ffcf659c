#include "services/platform/net/address_groups.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <utility>

#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

constexpr size_t kFactorOf56 = 4;
constexpr size_t kFactorOf48 = 16;
// No address is longer. A longer text counts by its hash.
constexpr size_t kMaxAddress = 64;

AddressGroups One(std::string name) { return {.groups = {{{.name = std::move(name)}}}, .count = 1}; }

// Returns the first `bits` of the address, a multiple of 8, in hex. Names of different prefix lengths differ in length.
std::string Prefix(const in6_addr& address, size_t bits) {
  return Hex(std::string_view(reinterpret_cast<const char*>(address.s6_addr), bits / 8));
}

}  // namespace

AddressGroups GroupsOf(std::string_view address) {
  // Drops the interface of a link-local address.
  std::string text(address.substr(0, address.find('%')));
  if (text.size() > kMaxAddress) return One(Base64Url(Sha256(text)));
  in6_addr parsed{};
  if (text.find(':') == text.npos || ::inet_pton(AF_INET6, text.c_str(), &parsed) != 1) return One(std::move(text));
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) {
    char mapped[INET_ADDRSTRLEN];
    return One(::inet_ntop(AF_INET, parsed.s6_addr + 12, mapped, sizeof(mapped)));
  }
  return {.groups = {{{.name = Prefix(parsed, 64)},
                      {.name = Prefix(parsed, 56), .factor = kFactorOf56},
                      {.name = Prefix(parsed, 48), .factor = kFactorOf48}}},
          .count = 3};
}

std::string ClientGroup(std::string_view address) { return std::move(GroupsOf(address).groups[0].name); }

bool IsLoopback(std::string_view address) { return address.starts_with("127.") || address == "::1"; }

}  // namespace academy
