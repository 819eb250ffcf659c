// Who is behind a proxy: which peers are proxies of ours, and what they say of the client in X-Forwarded-For and
// X-Forwarded-Proto. From anybody else these fields count for nothing.
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
  // It came over TLS as far as the proxy.
  bool secure = false;
  // By a proxy of ours.
  bool proxied = false;
};

class TrustedProxies {
 public:
  // Trusts nobody.
  TrustedProxies() = default;

  // `10.0.0.0/8,192.0.2.7,fd00::/8`; an address alone is itself only. INVALID_ARGUMENT trusted_proxy_invalid.
  static absl::StatusOr<TrustedProxies> Parse(std::string_view list);

  // Whether `address`, without port, is one of them.
  bool Trusts(std::string_view address) const;

  // The client of a request that came from `peer`: the right-most address of X-Forwarded-For that is not a proxy of
  // ours. What stands left of it the client may have written itself. Where the list is not to be understood, what was
  // known by then.
  ClientSide ClientOf(const std::string& peer, const Fields& fields) const;

 private:
  struct Network {
    std::array<unsigned char, 16> address;
    int bits;
  };

  // `forwarded_for` is the value of X-Forwarded-For; several fields of the name are one list, in their order.
  std::string AddressOf(const std::string& peer, std::string_view forwarded_for) const;

  std::vector<Network> networks_;
};

}  // namespace academy::http
