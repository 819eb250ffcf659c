// GET /openapi.json: the OpenAPI document, built once at start.
//
// Immutable, so thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "edge/api/route.h"
#include "edge/http/exchange.h"
#include "edge/http/response/compressed_text.h"

namespace academy::edge {

class ApiDocument {
 public:
  // Errors as those of MakeOpenApi.
  static absl::StatusOr<ApiDocument> Make(const std::vector<Route>& routes);

  // Answers GET and HEAD: compressed if the client accepts it, 304 if the client has the current entity tag. 405 for
  // any other method.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

  // The document indented and ending in a line break, for people and for tools that run without an academy.
  std::string Pretty() const;

 private:
  ApiDocument() = default;

  std::shared_ptr<const CompressedText> text_;
};

}  // namespace academy::edge
