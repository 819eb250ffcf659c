// One HTTP request to an academy on this machine.
//
// Thread-safe.
#pragma once

#include <string>

namespace academy::backup {

struct HttpAnswer {
  // 0 if there was no answer.
  long status = 0;
  std::string body;
};

// GETs `url`, or POSTs `json` if there is any, with the bearer token if there is one. Waits for at most 10 s.
HttpAnswer CallHttp(const std::string& url, const std::string& json = "", const std::string& token = "");

}  // namespace academy::backup
