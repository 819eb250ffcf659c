// What the answer to one of the gateway's requests needs besides the request.
#pragma once

#include <memory>
#include <string>

#include "edge/http/served.h"

namespace academy::live {

struct Answering {
  std::string request_id;
  // The client used TLS, to the edge or to a trusted proxy.
  bool secure = false;
  // For the logs; may be null.
  std::shared_ptr<http::ServedRecord> record;
};

}  // namespace academy::live
