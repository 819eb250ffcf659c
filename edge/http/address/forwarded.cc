#include "edge/http/address/forwarded.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "services/platform/base/status.h"

namespace academy::http {
namespace {

// IPv4 addresses are stored in IPv6's mapped range, so that there is one kind of address.
using Address = std::array<unsigned char, 16>;
constexpr int kMappedBits = 96;
constexpr int kAllBits = 128;

std::optional<Address> ParseAddress(std::string_view text) {
  Address address{};
  std::string zero_ended(text);
  if (inet_pton(AF_INET6, zero_ended.c_str(), address.data()) == 1) return address;
  address[10] = address[11] = 0xff;
  if (inet_pton(AF_INET, zero_ended.c_str(), address.data() + 12) == 1) return address;
  return std::nullopt;
}

std::string Format(const Address& address) {
  char text[INET6_ADDRSTRLEN] = "";
  Address mapped{};
  mapped[10] = mapped[11] = 0xff;
  if (std::equal(address.begin(), address.begin() + 12, mapped.begin())) {
    inet_ntop(AF_INET, address.data() + 12, text, sizeof(text));
  } else {
    inet_ntop(AF_INET6, address.data(), text, sizeof(text));
  }
  return text;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
std::optional<Address> ParseHop(std::string_view hop) {
  hop = Trim(hop);
  if (hop.starts_with('[')) {
    size_t end = hop.find(']');
    return end == hop.npos ? std::nullopt : ParseAddress(hop.substr(1, end - 1));
  }
  if (std::count(hop.begin(), hop.end(), ':') == 1) hop = hop.substr(0, hop.find(':'));
  return ParseAddress(hop);
}

bool SameBits(const Address& a, const Address& b, int bits) {
  size_t bytes = static_cast<size_t>(bits / 8);
  if (!std::equal(a.begin(), a.begin() + bytes, b.begin())) return false;
  if (bits % 8 == 0) return true;
  int shift = 8 - bits % 8;
  return a[bytes] >> shift == b[bytes] >> shift;
}

}  // namespace

absl::StatusOr<TrustedProxies> TrustedProxies::Parse(std::string_view list) {
  TrustedProxies proxies;
  while (!list.empty()) {
    std::string_view entry = Trim(list.substr(0, list.find(',')));
    list.remove_prefix(std::min(list.size(), list.find(',') == list.npos ? list.size() : list.find(',') + 1));
    size_t slash = entry.find('/');
    std::optional<Address> address = ParseAddress(entry.substr(0, slash));
    bool v4 = address && entry.substr(0, slash).find(':') == entry.npos;
    int bits = v4 ? kAllBits - kMappedBits : kAllBits;
    int most = bits;
    bool good = address.has_value();
    if (good && slash != entry.npos) {
      std::string_view digits = entry.substr(slash + 1);
      auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
      good = error == std::errc() && end == digits.data() + digits.size() && bits >= 0 && bits <= most;
    }
    if (!good) {
      return Error(absl::StatusCode::kInvalidArgument, "trusted_proxy_invalid",
                   "'" + std::string(entry) + "' is no address or network: write it like 10.0.0.0/8 or 192.0.2.7");
    }
    proxies.networks_.push_back({*address, v4 ? kMappedBits + bits : bits});
  }
  return proxies;
}

bool TrustedProxies::Trusts(std::string_view address) const {
  if (networks_.empty()) return false;
  std::optional<Address> parsed = ParseAddress(address);
  return parsed && std::any_of(networks_.begin(), networks_.end(), [&](const Network& network) {
           return SameBits(*parsed, network.address, network.bits);
         });
}

std::string TrustedProxies::AddressOf(const std::string& peer, std::string_view forwarded_for) const {
  std::string address = peer;
  while (!forwarded_for.empty() && Trusts(address)) {
    size_t comma = forwarded_for.rfind(',');
    std::optional<Address> hop =
        ParseHop(comma == forwarded_for.npos ? forwarded_for : forwarded_for.substr(comma + 1));
    if (!hop) break;
    address = Format(*hop);
    forwarded_for = forwarded_for.substr(0, comma == forwarded_for.npos ? 0 : comma);
  }
  return address;
}

ClientSide TrustedProxies::ClientOf(const std::string& peer, const Fields& fields) const {
  if (!Trusts(peer)) return {.address = peer};
  std::string list;
  for (const auto& [name, value] : fields) {
    if (name != "x-forwarded-for") continue;
    if (!list.empty()) list += ',';
    list += value;
  }
  // The value set by the nearest proxy; a chain of trusted proxies sets it once.
  std::string_view proto = Find(fields, "x-forwarded-proto");
  if (size_t comma = proto.rfind(','); comma != proto.npos) proto = proto.substr(comma + 1);
  return {.address = AddressOf(peer, list), .secure = Trim(proto) == "https", .proxied = true};
}

}  // namespace academy::http
