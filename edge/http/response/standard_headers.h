// The headers that every answer carries against sniffing, framing, leaks and caching.
//
// Immutable, so thread-safe.
#pragma once

#include <string>

#include "edge/http/exchange.h"

namespace academy::edge {

class StandardHeaders {
 public:
  struct Options {
    // Pages load reCAPTCHA from Google.
    bool recaptcha = false;
  };
  explicit StandardHeaders(const Options& options);

  // Adds to every answer nosniff, Strict-Transport-Security if `secure`, and no-store unless the answer has its own
  // Cache-Control. Adds to pages a Content-Security-Policy that lets them load only the academy's own files, and the
  // related browser policies.
  void AddTo(http::Response& answer, bool secure) const;

 private:
  const std::string page_policy_;
};

}  // namespace academy::edge
