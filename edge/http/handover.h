// A connection on its way between the front door and the live gateway.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "edge/http/head.h"
#include "edge/tls/tls.h"

namespace academy::http {

struct Handover {
  int fd = -1;
  // Where it speaks TLS, past its handshake.
  std::unique_ptr<tls::Stream> tls;
  // The request that whoever takes the connection has to answer. Passed on as it was parsed: if both sides read the
  // bytes, and understood them differently, each could take the request for the other's, and hand it over for ever.
  std::optional<Head> head;
  // Read after that, and not yet used.
  std::string bytes;
  // The socket's remote address without port.
  std::string remote_address;
};

}  // namespace academy::http
