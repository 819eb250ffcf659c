// Where the academy's passkeys work. Browsers bind a passkey to a domain name, and answer only pages that nobody on the
// way can change: https, or this machine.
//
// All functions are pure and thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace academy::auth {

struct RelyingParty {
  // The domain name that passkeys are bound to.
  std::string id;
  // `scheme://host[:port]` of the pages that may ask for one.
  std::string origin;
};

// Of the academy's public URL. Its own address of this machine stands for `localhost`, because an IP address is no
// domain name. nullopt for any other IP address, and for http.
std::optional<RelyingParty> RelyingPartyOf(std::string_view public_url);

}  // namespace academy::auth
