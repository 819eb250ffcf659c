// What answers carry against sniffing, framing, leaks and caches.
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

  // Every answer: nosniff; Strict-Transport-Security where it is `secure`; no-store unless something else was said.
  // Pages too: a Content-Security-Policy that lets them load nothing but the academy's own files, and what browsers
  // need to know besides.
  void AddTo(http::Response& answer, bool secure) const;

 private:
  const std::string page_policy_;
};

}  // namespace academy::edge
