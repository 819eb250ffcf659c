// The web app's files: hashed assets for ever, pages by index.html, what was packed at build time sent packed.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "edge/http/exchange.h"

namespace academy::edge {

class StaticSite {
 public:
  // Reads which pages there are from `root`/routes.json: `{"pages": ["/courses", "/client/courses/course/:courseId"]}`.
  // Without it every path without a dot in its last segment is a page.
  explicit StaticSite(std::filesystem::path root);

  // GET and HEAD; 405 for all else. A path whose last segment has a dot is a file, 404 when there is none. Any other is
  // for the web app, with status 404 when it has no such page; but /docs is the page of the API.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

  // The page that an address belongs to, as routes.json has it (`/courses/:courseId`); empty for any other. Lives as
  // long as this.
  std::string_view PageOf(std::string_view path) const;

  // The web app's page with this status, whatever the path; for GET and HEAD.
  void ServeApp(const std::shared_ptr<http::Exchange>& exchange, int status) const;

 private:
  void SendFile(const std::shared_ptr<http::Exchange>& exchange, std::string_view path, int status) const;
  bool IsPage(std::string_view path) const;

  const std::filesystem::path root_;
  std::vector<std::string> pages_;
};

}  // namespace academy::edge
