// The policy with which answers over TLS tell browsers to come back over TLS only (RFC 6797).
#pragma once

#include <string_view>

namespace academy::http {

// The value of Strict-Transport-Security: a year.
inline constexpr std::string_view kTransportSecurity = "max-age=31536000";

}  // namespace academy::http
