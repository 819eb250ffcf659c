// A text that is sent often: compressed once, then sent in the best form that the client accepts.
//
// Immutable, so thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"

namespace academy::edge {

// Whether an Accept-Encoding field accepts this coding.
bool Accepts(std::string_view field, std::string_view coding);

class CompressedText {
 public:
  // With `pack`, makes gzip and brotli forms: a few milliseconds for 100 KB. The entity tag is a hash of the text.
  CompressedText(std::string text, bool pack);

  // 200 with `headers` and the text, or 304 if the client has the current entity tag.
  http::Response ResponseTo(const http::Request& request,
                            std::vector<std::pair<std::string, std::string>> headers) const;

  const std::string& text() const { return *text_; }

 private:
  using Text = std::shared_ptr<const std::string>;

  const Text text_;
  // Null if there is no such form.
  Text gzip_;
  Text brotli_;
  std::string tag_;
};

}  // namespace academy::edge
