// The web app's files: hashed assets for ever, pages by index.html, what was packed at build time sent packed.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <string>

#include "edge/http/exchange.h"

namespace academy::edge {

class StaticSite {
 public:
  explicit StaticSite(std::filesystem::path root);

  // GET and HEAD; 405 for all else. A path whose last segment has a dot is a file, 404 when there is none; any other is
  // a page of the web app, but /docs, which is the page of the API.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  const std::filesystem::path root_;
};

// The Content-Security-Policy of pages: they load nothing but the academy's own files and, where it is the bot check,
// reCAPTCHA's (https://developers.google.com/recaptcha/docs/faq).
std::string PagePolicy(bool recaptcha);

// What every answer carries against sniffing, framing and leaks; pages `page_policy` too.
void AddSecurityHeaders(http::Answer& answer, const std::string& page_policy);

}  // namespace academy::edge
