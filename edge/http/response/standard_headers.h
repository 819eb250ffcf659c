// The headers that every answer carries against sniffing, framing, leaks and caching.
//
// Immutable, so thread-safe.
#pragma once

#include <string>
#include <vector>

#include "edge/http/exchange.h"

namespace academy::edge {

class StandardHeaders {
 public:
  struct Options {
    // Pages load reCAPTCHA from Google.
    bool recaptcha = false;
    // An origin, `https://cdn.example`, from which pages load segments too; may be empty.
    std::string video_origin = {};
    // What the pages may run and apply within themselves: sources of a Content-Security-Policy, such as hashes.
    std::vector<std::string> scripts = {};
    std::vector<std::string> styles = {};
  };
  explicit StandardHeaders(const Options& options);

  // Adds to every answer nosniff, Strict-Transport-Security if `secure`, and no-store unless the answer has its own
  // Cache-Control or is an X-Accel-Redirect. Adds to pages a Content-Security-Policy that lets them load only the
  // academy's own files, and the related browser policies.
  void AddTo(http::Response& answer, bool secure) const;

 private:
  const std::string page_policy_;
};

}  // namespace academy::edge
