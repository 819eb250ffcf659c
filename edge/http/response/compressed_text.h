// A text that is sent often: packed once, sent in the form that the client takes.
//
// Immutable, so thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"

namespace academy::edge {

// Whether an Accept-Encoding field takes this coding.
bool Accepts(std::string_view field, std::string_view coding);

class CompressedText {
 public:
  // With `pack`, gzip and brotli forms are made: a few milliseconds for 100 KB. The entity tag follows from the text.
  CompressedText(std::string text, bool pack);

  // 200 with `headers`, or 304.
  http::Response ResponseTo(const http::Request& request,
                            std::vector<std::pair<std::string, std::string>> headers) const;

  const std::string& text() const { return text_; }

 private:
  const std::string text_;
  std::string gzip_;
  std::string brotli_;
  std::string tag_;
};

}  // namespace academy::edge
