// GET /api/public/site: what the public pages say of the academy.
//
// Immutable, so thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "edge/http/exchange.h"

namespace academy::edge {

class PublicSite {
 public:
  // Reads `<data>/site/site.json` where there is one: an object that replaces the defaults member by member.
  // INVALID_ARGUMENT site_invalid when it is not one. `bot_check` is adaptive, always or off.
  static absl::StatusOr<PublicSite> Load(const std::filesystem::path& data, const std::string& bot_check);

  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  explicit PublicSite(std::string body) : body_(std::move(body)) {}

  std::string body_;
};

}  // namespace academy::edge
