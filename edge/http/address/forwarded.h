// Finds the client behind trusted proxies, from X-Forwarded-For and X-Forwarded-Proto. These fields are ignored when
// any other peer sends them.
//
// Immutable, so thread-safe.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "edge/http/head.h"

namespace academy::http {

struct ClientSide {
  // Without port.
  std::string address;
  // Whether the request reached the proxy over TLS.
  bool secure = false;
  // Whether a trusted proxy forwarded the request.
  bool proxied = false;
};

class TrustedProxies {
 public:
  // Trusts no peer.
  TrustedProxies() = default;

  // Parses a list like `10.0.0.0/8,192.0.2.7,fd00::/8`; an address without bits is that address only. INVALID_ARGUMENT
  // trusted_proxy_invalid for anything else.
  static absl::StatusOr<TrustedProxies> Parse(std::string_view list);

  // Whether `address`, without port, is a trusted proxy's.
  bool Trusts(std::string_view address) const;

  // The client of a request that came from `peer`: the right-most address of X-Forwarded-For that is not a trusted
  // proxy's. Anything left of it may be the client's own invention. If an entry cannot be parsed, the search ends at
  // the address found before it.
  ClientSide ClientOf(const std::string& peer, const Fields& fields) const;

 private:
  struct Network {
    std::array<unsigned char, 16> address;
    int bits;
  };

  // `forwarded_for` is the value of X-Forwarded-For; several fields of that name form one list, in order.
  std::string AddressOf(const std::string& peer, std::string_view forwarded_for) const;

  std::vector<Network> networks_;
};

}  // namespace academy::http
