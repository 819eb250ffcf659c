// A connection passed between the front door and the live gateway. The receiver owns `fd` and must close it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "edge/http/head.h"
#include "edge/tls/tls.h"

namespace academy::http {

struct Handover {
  int fd = -1;
  // Null on a plain connection; otherwise its handshake is done.
  std::unique_ptr<tls::Stream> tls;
  // The request that the receiver has to answer, if its head was already read. It is passed on parsed: if both sides
  // parsed the bytes and disagreed, they could hand the request back and forth for ever.
  std::optional<Head> head;
  // Bytes read after that head and not used yet.
  std::string bytes;
  // The socket's remote address without port.
  std::string remote_address;
};

}  // namespace academy::http
