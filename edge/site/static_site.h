// The web app's files: hashed assets are cached for ever, pages are answered with index.html, and files that the build
// compressed are sent compressed.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "edge/http/exchange.h"
#include "edge/http/response/open_files.h"

namespace academy::edge {

class StaticSite {
 public:
  // Reads the list of pages from `root`/routes.json: `{"pages": ["/courses", "/client/courses/course/:courseId"]}`.
  // Without that file, every path without a dot in its last segment is a page. Assets of the release before, which
  // pages that are open still ask for, are in the folder `root`-before.
  explicit StaticSite(std::filesystem::path root);

  // Answers GET and HEAD; 405 for other methods. A path whose last segment has a dot is a file. If there is none, the
  // answer is 404: the web app for a browser that opens the address as a page (Accept), JSON for others. /docs is the
  // API's page, /licenses the licences of what others made (licenses.txt), and what is below /docs the page of that
  // name (/docs/guide/en is docs/guide/en.html). Any other path gets the web app, with status 404 if it has no such
  // page, and so does a page below /docs that there is not.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

  // The page that matches an address, as written in routes.json (`/courses/:courseId`); empty if none does. Valid as
  // long as this object.
  std::string_view PageOf(std::string_view path) const;

  // Answers GET and HEAD with the web app and this status, whatever the path.
  void ServeApp(const std::shared_ptr<http::Exchange>& exchange, int status) const;

 private:
  void SendFile(const std::shared_ptr<http::Exchange>& exchange, std::string_view path, int status) const;
  bool HasFile(std::string_view path) const;
  bool IsPage(std::string_view path) const;

  const std::filesystem::path root_;
  const std::filesystem::path before_;
  const http::OpenFiles files_;
  std::vector<std::string> pages_;
};

}  // namespace academy::edge
