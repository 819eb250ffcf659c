#include "edge/site/static_site.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "edge/http/response/content_coding.h"
#include "edge/http/response/file_response.h"
#include "services/platform/base/log.h"

namespace academy::edge {
namespace {

constexpr std::string_view kDocuments = "/docs/";

struct Packed {
  std::optional<http::ServedFile> file;
  std::string_view encoding;
};

// Opens the best form of the file that the client accepts.
Packed OpenPacked(const http::OpenFiles& files, const std::filesystem::path& path, std::string_view accepted) {
  http::Coding coding = http::ChooseCoding(accepted, {http::Coding::kBrotli, http::Coding::kGzip});
  if (coding != http::Coding::kIdentity) {
    std::optional<http::ServedFile> file =
        files.Open(path.native() + (coding == http::Coding::kBrotli ? ".br" : ".gz"));
    if (file) {
      file->content_type = http::ContentTypeOf(path.filename().native());
      return {std::move(file), http::NameOf(coding)};
    }
  }
  return {files.Open(path), {}};
}

// Whether `path` matches `pattern`, in which `:name` stands for any one segment.
bool Matches(std::string_view pattern, std::string_view path) {
  while (!pattern.empty() && !path.empty()) {
    std::string_view wanted = pattern.substr(0, pattern.find('/', 1));
    std::string_view segment = path.substr(0, path.find('/', 1));
    bool any = wanted.starts_with("/:") && segment.size() > 1;
    if (!any && wanted != segment) return false;
    pattern.remove_prefix(wanted.size());
    path.remove_prefix(segment.size());
  }
  return pattern.empty() && path.empty();
}

// Whether a browser is opening the address as a page, instead of loading it as a part of one.
bool WantsPage(const http::Request& request) {
  return request.Field("accept").find("text/html") != std::string_view::npos;
}

}  // namespace

StaticSite::StaticSite(std::filesystem::path root)
    : root_(std::move(root)), before_((root_.has_filename() ? root_ : root_.parent_path()).native() + "-before") {
  std::ifstream in(root_ / "routes.json");
  nlohmann::json routes = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!routes.is_object() || !routes["pages"].is_array()) {
    LogWarning("the web app has no routes.json, so every address counts as a page", {{"folder", root_.string()}});
    return;
  }
  for (const nlohmann::json& page : routes["pages"]) {
    if (page.is_string()) pages_.push_back(page.get<std::string>());
  }
}

std::string_view StaticSite::PageOf(std::string_view path) const {
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  auto found =
      std::find_if(pages_.begin(), pages_.end(), [path](const std::string& page) { return Matches(page, path); });
  return found == pages_.end() ? std::string_view() : *found;
}

bool StaticSite::IsPage(std::string_view path) const { return pages_.empty() || !PageOf(path).empty(); }

void StaticSite::Serve(const std::shared_ptr<http::Exchange>& exchange) const {
  const http::Request& request = exchange->request();
  if (request.method != "GET" && request.method != "HEAD") {
    http::Response answer =
        http::FailureResponse(405, "method_not_allowed", "The method is not allowed here", request.id);
    answer.headers.emplace_back("Allow", "GET, HEAD");
    return exchange->Send(std::move(answer));
  }
  std::string_view path = request.path;
  bool page = path.substr(path.rfind('/') + 1).find('.') == path.npos;
  if (!page) return SendFile(exchange, path, 200);
  if (path == "/docs") return SendFile(exchange, "/docs/index.html", 200);
  if (path == "/licenses") return SendFile(exchange, "/licenses.txt", 200);
  if (path.starts_with(kDocuments)) {
    if (path.ends_with('/')) path.remove_suffix(1);
    std::string document = std::string(path) + ".html";
    if (HasFile(document)) return SendFile(exchange, document, 200);
  }
  // The web app shows people that there is no such page; the status tells everybody else.
  ServeApp(exchange, IsPage(path) ? 200 : 404);
}

void StaticSite::ServeApp(const std::shared_ptr<http::Exchange>& exchange, int status) const {
  SendFile(exchange, "/index.html", status);
}

bool StaticSite::HasFile(std::string_view path) const {
  return http::IsPlainPath(path) && files_.Open(root_ / path.substr(1)).has_value();
}

void StaticSite::SendFile(const std::shared_ptr<http::Exchange>& exchange, std::string_view path, int status) const {
  const http::Request& request = exchange->request();
  Packed packed;
  // Vite puts a content hash in the names of assets.
  const bool asset = path.starts_with("/assets/");
  if (http::IsPlainPath(path)) {
    packed = OpenPacked(files_, root_ / path.substr(1), request.Field("accept-encoding"));
    if (!packed.file && asset) {
      packed = OpenPacked(files_, before_ / path.substr(1), request.Field("accept-encoding"));
    }
  }
  if (!packed.file) {
    // An address with a dot may be a mistyped page, too: `/v1.2`, `/login.php`.
    if (status == 200 && WantsPage(request)) return ServeApp(exchange, 404);
    http::Response answer = http::FailureResponse(404, "not_found", "There is no such file", request.id);
    answer.headers.emplace_back("Vary", "Accept");
    return exchange->Send(std::move(answer));
  }
  packed.file->cache_control = asset ? "public, max-age=31536000, immutable" : "no-cache";
  http::Response answer;
  if (status == 200) {
    answer = http::FileResponse(request, *std::move(packed.file));
  } else {
    answer.status = status;
    answer.headers = {{"Content-Type", packed.file->content_type}, {"Cache-Control", packed.file->cache_control}};
    answer.file = std::move(packed.file->bytes);
  }
  answer.headers.emplace_back("Vary", status == 404 ? "Accept, Accept-Encoding" : "Accept-Encoding");
  if (!packed.encoding.empty()) answer.headers.emplace_back("Content-Encoding", packed.encoding);
  exchange->Send(std::move(answer));
}

}  // namespace academy::edge
