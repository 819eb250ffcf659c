// GET /openapi.json: the document, made once.
//
// Immutable, so thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "edge/api/route.h"
#include "edge/http/exchange.h"

namespace academy::edge {

class ApiDocument {
 public:
  // Errors as MakeOpenApi.
  static absl::StatusOr<ApiDocument> Make(const std::vector<Route>& routes);

  // Answers GET and HEAD, packed where the client takes that, 304 for the tag it has; 405 for all else.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

  // For people and tools that run without an academy: indented, with a line's end.
  std::string Pretty() const;

 private:
  ApiDocument() = default;

  std::string text_;
  std::string packed_;
  // Strong, quotes included; of either form.
  std::string tag_;
  std::string packed_tag_;
};

}  // namespace academy::edge
