#include "edge/site/static_site.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "edge/http/file_answer.h"

namespace academy::edge {
namespace {

constexpr char kOwnFiles[] =
    "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; "
    "worker-src 'self' blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; ";
constexpr char kOwnScripts[] = "script-src 'self'; connect-src 'self'";
constexpr char kScriptsAndRecaptcha[] =
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/; "
    "connect-src 'self' https://www.google.com/recaptcha/; "
    "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/";

bool HasHeader(const http::Answer& answer, std::string_view name) {
  for (const auto& header : answer.headers) {
    if (header.first == name) return true;
  }
  return false;
}

std::string_view ContentType(const http::Answer& answer) {
  for (const auto& [name, value] : answer.headers) {
    if (name == "Content-Type") return value;
  }
  return {};
}

struct Packed {
  std::optional<http::ServedFile> file;
  std::string_view encoding;
};

// The best form of the file that the client takes.
Packed OpenPacked(const std::filesystem::path& path, std::string_view accepted) {
  for (auto [encoding, suffix] : {std::pair<std::string_view, const char*>{"br", ".br"}, {"gzip", ".gz"}}) {
    if (accepted.find(encoding) == accepted.npos) continue;
    std::optional<http::ServedFile> file = http::OpenFile(path.native() + suffix);
    if (!file) continue;
    file->content_type = http::ContentTypeOf(path.filename().native());
    return {std::move(file), encoding};
  }
  return {http::OpenFile(path), {}};
}

}  // namespace

std::string PagePolicy(bool recaptcha) {
  return std::string(kOwnFiles) + (recaptcha ? kScriptsAndRecaptcha : kOwnScripts);
}

void AddSecurityHeaders(http::Answer& answer, const std::string& page_policy) {
  answer.headers.emplace_back("X-Content-Type-Options", "nosniff");
  if (!ContentType(answer).starts_with("text/html")) return;
  if (!HasHeader(answer, "Content-Security-Policy"))
    answer.headers.emplace_back("Content-Security-Policy", page_policy);
  answer.headers.emplace_back("Referrer-Policy", "strict-origin-when-cross-origin");
  answer.headers.emplace_back("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
  answer.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
}

StaticSite::StaticSite(std::filesystem::path root) : root_(std::move(root)) {}

void StaticSite::Serve(const std::shared_ptr<http::Exchange>& exchange) const {
  const http::Request& request = exchange->request();
  if (request.method != "GET" && request.method != "HEAD") {
    http::Answer answer = http::FailureAnswer(405, "method_not_allowed", "The method is not allowed here", request.id);
    answer.headers.emplace_back("Allow", "GET, HEAD");
    return exchange->Send(std::move(answer));
  }
  std::string_view path = request.path;
  bool page = path.substr(path.rfind('/') + 1).find('.') == path.npos;
  if (page) path = path == "/docs" ? "/docs/index.html" : "/index.html";
  Packed packed;
  if (http::IsPlainPath(path)) packed = OpenPacked(root_ / path.substr(1), request.Field("accept-encoding"));
  if (!packed.file) {
    return exchange->Send(http::FailureAnswer(404, "not_found", "There is no such file", request.id));
  }
  // Vite names what it builds by content.
  packed.file->cache_control = path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  http::Answer answer = http::FileAnswer(request, *std::move(packed.file));
  answer.headers.emplace_back("Vary", "Accept-Encoding");
  if (!packed.encoding.empty()) answer.headers.emplace_back("Content-Encoding", packed.encoding);
  exchange->Send(std::move(answer));
}

}  // namespace academy::edge
