// A text and its compressed forms. A form is made when the first client asks for it, and then shared by all answers.
//
// Thread-safe.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/call_once.h"
#include "edge/http/exchange.h"
#include "edge/http/response/content_coding.h"

namespace academy::edge {

class CompressedText {
 public:
  enum class Kind {
    // Sent as it is.
    kPlain,
    // A page or a document that is kept: brotli, gzip. A few milliseconds for 100 KB.
    kPage,
    // JSON that is made for one client: zstd, gzip. Sent as it is below kMinData bytes.
    kData,
  };

  // Below this compression saves no packet worth its time.
  static constexpr size_t kMinData = 8 * 1024;

  CompressedText(std::string text, Kind kind);

  // 200 with `headers` and the text in the best form that the client accepts, or 304 if the client has that form's
  // entity tag. The tag is a hash of the text and differs for each form.
  http::Response ResponseTo(const http::Request& request,
                            std::vector<std::pair<std::string, std::string>> headers) const;

  // Sets the body of `answer` and the headers that belong to its form, without an entity tag.
  void AddTo(http::Response& answer, const http::Request& request) const;

  const std::string& text() const { return *text_; }

 private:
  using Text = std::shared_ptr<const std::string>;

  struct Form {
    absl::once_flag made;
    // Null if compression failed.
    Text text;
  };

  http::Coding ChooseFor(const http::Request& request) const;
  // Null for kIdentity, and if compression fails.
  const Text& FormOf(http::Coding coding) const;
  // Adds Vary and, for a compressed form, Content-Encoding.
  void AddHeaders(http::Response& answer, http::Coding coding) const;

  const Kind kind_;
  const Text text_;
  // By Coding.
  mutable std::array<Form, 4> forms_;
  // Quotes not included.
  mutable absl::once_flag tagged_;
  mutable std::string tag_;
};

}  // namespace academy::edge
